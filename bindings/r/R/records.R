#' Synthetic records
#'
#' Draws records from the estimated tables. No record is that of a person, and standard errors computed from records are too small: for numbers to
#' report, use [candor_table()].
#'
#' @param design A design.
#' @param n The number of records, by default that of the reports.
#' @param seed The seed.
#' @param tables The tables whose dependence records show, each a formula or a character vector; by default all pairs.
#' @param tree Whether a tree of pairs is used even if all can be joined.
#' @param method The reconstruction of the tables.
#' @return A data frame, with a factor for each question.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#' head(candor_synthesize(des, 100, seed = 1))
#' @export
candor_synthesize <- function(design, n = NULL, seed = NULL, tables = list(), tree = FALSE, method = "auto") {
  options <- options_of(tables = many(table_names(tables)), tree = tree, method = method, records = n, seed = seed)
  drawn <- computed(design, "synthesize", options)
  warn(drawn$remarks)
  columns <- Map(function(column, name) factor(column, levels = design$plan$questions[[name]]), drawn$columns, drawn$names)
  data.frame(stats::setNames(columns, drawn$names), check.names = FALSE)
}
