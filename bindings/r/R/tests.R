#' Tests of hypotheses
#'
#' The p-values account for the plan's noise. `candor_screen()` tests the independence of every pair of questions, the smallest p-value first, and
#' adjusts for their number.
#'
#' @param design A design.
#' @param ... Names of questions: bare, as text, or in a formula such as `~ smoker + age`.
#' @param hypothesis `"independence"`, `"trend"` (with `scores`), `"fit"` (of `shares`), `"tdt"`, or `"equality"` with the same table of `other` reports.
#' @param scores Scores for a trend.
#' @param shares The shares of a fit.
#' @param statistic The statistic of the p-value: `"score"` or `"likelihood-ratio"`.
#' @param method The reconstruction.
#' @param level The level of the test.
#' @param robust Whether reports of a label count at most as often as the plan draws it.
#' @param other Another design.
#' @param x A screen.
#' @return A `htest`, whose `strength` is Cramér's V with its interval and whose `effects` are those of a table of two groups and two outcomes. The
#'   rows of a screen are those of its data frame.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#' candor_test(des, smoker, age)
#' candor_screen(des)
#' @export
candor_test <- function(design, ..., hypothesis = "independence", scores = NULL, shares = numeric(), statistic = "score", method = "inverse",
                        level = 0.05, robust = FALSE, other = NULL) {
  name <- table_name(names_given(as.list(substitute(alist(...)))[-1], parent.frame()))
  options <- options_of(
    tables = list(name), test = hypothesis, scores = scores, shares = many(shares), statistic = statistic, method = method, level = level,
    robust = robust
  )
  found <- result(computed(design, "test", options, other), "candor_test")
  warn(unlist(found$document$warnings))
  tested(found, found$document$tables[[1]])
}

tested <- function(found, table) {
  statistic <- table$calibrated
  structure(class = c("candor_test", "htest", "candor_result"), list(
    statistic = c("X-squared" = statistic$value), parameter = c(df = as.double(statistic$degrees_of_freedom)),
    p.value = as.double(statistic$p_value), method = paste("Test of", found$document$test, "accounting for the noise of a plan"),
    data.name = table_name(unlist(table$attributes)), strength = unlist(table$strength), effects = lapply(table$effects, unlist),
    rejected = table$rejected, document = found$document, text = found$text
  ))
}

#' @exportS3Method generics::tidy
tidy.candor_test <- function(x, ...) {
  tidied(data.frame(
    statistic = unname(x$statistic), p.value = x$p.value, parameter = unname(x$parameter), method = x$method
  ))
}

#' @export
as.data.frame.candor_test <- function(x, ...) of_tests(x$document$tables)

#' @rdname candor_test
#' @export
candor_screen <- function(design, statistic = "score", method = "inverse", level = 0.05, robust = FALSE) {
  options <- options_of(test = "screen", statistic = statistic, method = method, level = level, robust = robust)
  found <- result(computed(design, "test", options), "candor_screen")
  warn(unlist(found$document$warnings))
  found
}

#' @rdname candor_test
#' @export
as.data.frame.candor_screen <- function(x, ...) of_tests(x$document$tables)

of_tests <- function(tables) {
  calibrated <- lapply(tables, function(table) table$calibrated)
  p <- numbers(calibrated, "p_value")
  holm <- numbers(tables, "holm")
  data.frame(
    table = vapply(tables, function(table) table_name(unlist(table$attributes)), ""),
    n = numbers(tables, "n"), statistic = numbers(calibrated, "value"), df = numbers(calibrated, "degrees_of_freedom"), p.value = p,
    adj.p.value = ifelse(is.na(holm), p, holm), cramers.v = vapply(tables, function(table) number(table$strength$cramers_v), 0)
  )
}
