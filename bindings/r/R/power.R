#' How many respondents a test or a regression takes
#'
#' Exactly one of `effect`, `truth`, `proportions` and `odds_ratio` says what is to be found.
#'
#' @param object A plan; anything else goes to [stats::power()].
#' @param table The table: a formula such as `~ smoker + age`, or names. With `odds_ratio`, the regression of the first question on the others.
#' @param effect Cramér's V.
#' @param truth The share of every cell.
#' @param proportions The share of the second of two answers in each group.
#' @param odds_ratio The odds ratio of a coefficient.
#' @param test `"independence"`, `"trend"`, `"tdt"` or `"fit"`.
#' @param groups The shares of the groups, or of an outcome's answers.
#' @param scores Scores for a trend.
#' @param shares The shares of a fit, or those expected for coefficients.
#' @param join Categories that count as one, in a regression.
#' @param power The probability of finding the effect.
#' @param level The level of the test.
#' @param respondents A number of respondents whose power is computed as well.
#' @param ... Of the method: not used.
#' @return The numbers of respondents, which print themselves.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' power(plan, ~ smoker + age, effect = 0.1)
#' @export
power <- function(object, ...) UseMethod("power")

#' @rdname power
#' @export
power.default <- function(object, ...) stats::power(object, ...)

#' @rdname power
#' @export
power.candor_plan <- function(object, table, effect = NULL, truth = NULL, proportions = NULL, odds_ratio = NULL, test = "independence",
                              groups = numeric(), scores = NULL, shares = numeric(), join = character(), power = 0.8, level = 0.05,
                              respondents = NULL, ...) {
  list_of <- function(of) if (is.null(of)) NULL else many(of)
  options <- options_of(
    table = many(names_in(table)), cramers_v = effect, truth = list_of(truth), proportions = list_of(proportions), odds_ratio = odds_ratio,
    test = test, groups = many(groups), scores = list_of(scores), shares = many(shares), join = many(join), power = power, level = level,
    respondents = respondents
  )
  result(done(.Call(wrap__plan_power, own(object), options)), "candor_power")
}

#' @export
as.data.frame.candor_power <- function(x, ...) {
  laws <- Filter(Negate(is.null), x$document[c("plan", "independent", "bound")])
  if (length(laws) > 0) return(data.frame(law = names(laws), respondents = unname(numbers(laws, "respondents"))))
  of <- x$document$coefficients
  term <- vapply(of, function(own) if (is.null(own$term)) "(Intercept)" else paste(unlist(own$term), collapse = ""), "")
  data.frame(term = term, respondents = numbers(of, "respondents"))
}
