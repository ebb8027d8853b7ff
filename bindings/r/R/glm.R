#' Regressions
#'
#' Fits a logistic regression, or a multinomial one of an outcome with several answers, accounting for the plan's noise.
#'
#' @param formula Such as `smoker ~ age + region`; `age * region` is both and their interaction `age:region`.
#' @param design A design.
#' @param join Categories that count as one, such as `"age:30-44+45-59"`.
#' @param ridge Whether coefficients are shrunk towards 0, so that there always is an estimate.
#' @param against A one-sided formula of a smaller model, which is compared with this one.
#' @param conf.level,level The confidence of intervals.
#' @param object,x A regression.
#' @param parm Which coefficients.
#' @param conf.int Whether `tidy()` has intervals.
#' @param exponentiate Whether `tidy()` has odds ratios.
#' @param ... Not used.
#' @return A regression, which `print()` and `summary()` show as the command line does, and which `coef()`, `vcov()`, `confint()`, `nobs()`,
#'   `survey::SE()`, `generics::tidy()` and `generics::glance()` take.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#' m <- candor_glm(smoker ~ age + region, des)
#' m
#' confint(m)
#' @export
candor_glm <- function(formula, design, join = character(), ridge = FALSE, against = NULL, conf.level = 0.95) {
  of <- outcome_and_terms(formula)
  smaller <- if (is.null(against)) NULL else table_name(terms_in(one_sided(against), against))
  options <- options_of(
    outcome = of$outcome, on = table_name(of$terms), join = many(join), ridge = ridge, against = smaller, confidence = conf.level
  )
  again <- function(...) parsed(computed(design, "model", utils::modifyList(options, list(...)))$json)
  result(computed(design, "model", options), "candor_glm", formula = formula, again = again)
}

one_sided <- function(formula) {
  if (!inherits(formula, "formula") || length(formula) != 2) not_a_formula(formula)
  formula[[2]]
}

# The names of coefficients, with the answer of the outcome if there are several.
terms_of <- function(model) {
  of <- model$document$coefficients
  term <- vapply(of, function(own) if (is.null(own$term)) "(Intercept)" else paste(unlist(own$term), collapse = ""), "")
  outcomes <- texts(of, "outcome")
  if (length(unique(outcomes)) > 1) paste(outcomes, term, sep = ":") else term
}

#' @export
coef.candor_glm <- function(object, ...) stats::setNames(numbers(object$document$coefficients, "estimate"), terms_of(object))

#' @exportS3Method survey::SE
SE.candor_glm <- function(object, ...) stats::setNames(numbers(object$document$coefficients, "standard_error"), terms_of(object))

#' @export
vcov.candor_glm <- function(object, ...) matrix_of(object$again(covariance = TRUE)$covariance, terms_of(object))

#' @rdname candor_glm
#' @export
confint.candor_glm <- function(object, parm, level = object$document$confidence, ...) {
  document <- if (level == object$document$confidence) object$document else object$again(confidence = level)
  ends <- lapply(document$coefficients, function(own) vapply(own$interval, number, 0))
  intervals(vapply(ends, `[`, 0, 1), vapply(ends, `[`, 0, 2), terms_of(object), parm, level)
}

#' @export
nobs.candor_glm <- function(object, ...) as.double(object$document$n)

#' @importFrom stats formula
#' @export
formula.candor_glm <- function(x, ...) x$formula

#' @export
summary.candor_glm <- function(object, ...) object

#' @export
as.data.frame.candor_glm <- function(x, ...) {
  of <- x$document$coefficients
  tests <- lapply(of, function(own) own$test)
  ends <- unname(confint.candor_glm(x))
  data.frame(
    term = terms_of(x), estimate = numbers(of, "estimate"), std.error = numbers(of, "standard_error"), statistic = numbers(tests, "value"),
    p.value = numbers(tests, "p_value"), conf.low = ends[, 1], conf.high = ends[, 2]
  )
}

#' @rdname candor_glm
#' @exportS3Method generics::tidy
tidy.candor_glm <- function(x, conf.int = FALSE, conf.level = x$document$confidence, exponentiate = FALSE, ...) {
  frame <- as.data.frame(x)
  frame[c("conf.low", "conf.high")] <- unname(confint.candor_glm(x, level = conf.level))
  if (exponentiate) frame[c("estimate", "conf.low", "conf.high")] <- exp(frame[c("estimate", "conf.low", "conf.high")])
  tidied(if (conf.int) frame else frame[setdiff(names(frame), c("conf.low", "conf.high"))])
}

#' @rdname candor_glm
#' @exportS3Method generics::glance
glance.candor_glm <- function(x, ...) {
  overall <- x$document$overall
  fit <- x$document$fit
  tidied(data.frame(
    nobs = stats::nobs(x), statistic = number(overall$value), df = number(overall$degrees_of_freedom), p.value = number(overall$p_value),
    fit.statistic = number(fit$value), fit.df = number(fit$degrees_of_freedom), fit.p.value = number(fit$p_value)
  ))
}
