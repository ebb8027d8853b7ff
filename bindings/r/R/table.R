#' Tables of the true answers
#'
#' Estimates the true shares of a table, with standard errors of sampling and of the plan's noise together. An estimate by inversion may lie outside
#' of 0 and 1; its interval does not.
#'
#' @param design A design.
#' @param ... Names of questions: bare, as text, or in a formula such as `~ smoker + age`. For the methods of generics: not used.
#' @param method The reconstruction: `"inverse"`, `"loglinear"`, `"auto"` which chooses and says why, and what else `candor estimate --help` has;
#'   of a weighted design one of the first two.
#' @param given Names of attributes of the table whose categories form groups, or a formula: shares are then within these, and compared with the
#'   `reference` group.
#' @param reference The categories of the reference group.
#' @param valid Whether refusals and missing answers are left out of the denominators.
#' @param conf.level The confidence of intervals.
#' @param simultaneous A kind of simultaneous intervals, such as `"bonferroni"`.
#' @param project Whether estimates are moved to shares that are at least 0 and sum to 1.
#' @param population The size of the population.
#' @param robust Whether reports of a label count at most as often as the plan draws it.
#' @param check Whether a table of guesses is compared with what is beyond their pairs.
#' @param seed,tolerance For methods that simulate, and for those that iterate.
#' @param tables A list of tables, each a formula or a character vector; by default every question.
#' @param pairs Whether all pairs are asked for as well.
#' @param consistent Whether tables that share attributes agree on their common margins.
#' @return A table, which prints itself; `candor_tables()` returns a list of them. `coef()`, `vcov()`, `confint()`, `survey::SE()`, `as.data.frame()`,
#'   `tibble::as_tibble()`, `generics::tidy()`, `ggplot2::autoplot()`, [influence()][stats::influence] and [misfit()] take it.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#' table <- candor_table(des, smoker, age)
#' table
#' confint(table)
#' candor_table(des, ~ smoker + age, given = ~age)
#' @export
candor_table <- function(design, ..., method = "inverse", given = NULL, reference = character(), valid = FALSE, conf.level = 0.95,
                         simultaneous = NULL, project = FALSE, population = NULL, robust = FALSE, check = FALSE, seed = NULL, tolerance = NULL) {
  name <- table_name(names_given(as.list(substitute(alist(...)))[-1], parent.frame()))
  groups <- list(given = many(names_in(given)), reference = many(reference), valid = valid)
  if (inherits(design, "candor_weighted_design")) return(weighted_table(design, c(list(tables = list(name), method = method), groups), conf.level))
  options <- options_of(
    tables = list(name), method = method, given = groups$given, reference = groups$reference, valid = valid, confidence = conf.level,
    simultaneous = simultaneous, project = project, population = population, robust = robust, check = check, seed = seed, tolerance = tolerance
  )
  tables <- tables_of(design, options)
  if (length(tables) != 1) refuse("unknown-attribute", sprintf("%s stands for several tables; use candor_tables()", name))
  tables[[1]]
}

#' @rdname candor_table
#' @export
candor_tables <- function(design, tables = list(), pairs = FALSE, method = "inverse", consistent = FALSE, conf.level = 0.95, project = FALSE,
                          population = NULL, robust = FALSE) {
  options <- options_of(
    tables = many(table_names(tables)), pairs = pairs, method = method, consistent = consistent, confidence = conf.level, project = project,
    population = population, robust = robust
  )
  tables_of(design, options)
}

# The estimated tables of a request; each can be estimated again alone with other options.
tables_of <- function(design, options) {
  found <- computed(design, "estimate", options)
  document <- parsed(found$json)
  warn(unlist(document$warnings))
  lapply(document$tables, function(table) {
    alone <- list(tables = list(table_name(unlist(table$attributes))), pairs = FALSE, consistent = FALSE, check = FALSE, method = table$method)
    again <- function(...) {
      changed <- c(alone, list(...))
      estimated <- parsed(computed(design, "estimate", c(options[setdiff(names(options), names(changed))], changed))$json)
      if (estimated$n != document$n) {
        grown <- "the totals have grown from %s to %s reports since the table was estimated: estimate it again"
        refuse("undefined-statistic", sprintf(grown, document$n, estimated$n))
      }
      estimated$tables[[1]]
    }
    structure(class = c("candor_table", "candor_result"), list(document = document, text = found$text, table = table, again = again))
  })
}

labels_of <- function(table) vapply(table$cells, function(cell) paste(unlist(cell$categories), collapse = ":"), "")

named <- function(numbers, table) {
  names(numbers) <- labels_of(table)
  numbers
}

#' @importFrom stats coef
#' @export
coef.candor_table <- function(object, ...) named(numbers(object$table$cells, "estimate"), object$table)

#' @exportS3Method survey::SE
SE.candor_table <- function(object, ...) named(numbers(object$table$cells, "standard_error"), object$table)

#' @importFrom stats vcov
#' @export
vcov.candor_table <- function(object, ...) {
  covariance <- object$again(covariance = TRUE)$covariance
  if (is.null(covariance)) refuse("undefined-statistic", sprintf("the method %s has no covariances", object$table$method))
  matrix_of(covariance, labels_of(object$table))
}

matrix_of <- function(rows, labels) {
  matrix(as.double(unlist(rows)), nrow = length(labels), byrow = TRUE, dimnames = list(labels, labels))
}

#' @importFrom stats confint
#' @export
confint.candor_table <- function(object, parm, level = object$document$confidence, ...) {
  table <- if (level == object$document$confidence) object$table else object$again(confidence = level)
  intervals(numbers(table$cells, "lower"), numbers(table$cells, "upper"), labels_of(table), parm, level)
}

# Intervals as a matrix, as confint() returns them.
intervals <- function(lower, upper, labels, parm, level) {
  ends <- paste(format(100 * c((1 - level) / 2, (1 + level) / 2), trim = TRUE, digits = 3), "%")
  found <- matrix(c(lower, upper), ncol = 2, dimnames = list(labels, ends))
  if (missing(parm)) found else found[parm, , drop = FALSE]
}

#' @export
as.data.frame.candor_table <- function(x, ...) {
  cbind(categories_of(x$table$cells, unlist(x$table$attributes)), estimated(x$table$cells))
}

#' @exportS3Method generics::tidy
tidy.candor_table <- function(x, ...) tidied(as.data.frame(x))

# A data frame as broom returns it: a tibble where that package is installed.
tidied <- function(frame) if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(frame) else frame

#' @export
nobs.candor_table <- function(object, ...) as.double(object$document$n)

#' What forged reports can do, and whether reports fit their plan
#'
#' `influence()` is the most by which one forged report can change a share. `misfit()` tells which tables were accused by a test of not fitting the plan:
#' reports that no true answers explain, because they were forged, or perturbed by another law.
#'
#' @param model,object A design or a table.
#' @param tables Of a design: the tables, by default every question.
#' @param ... Not used.
#' @return `influence()`: a number for each table. `misfit()`: a data frame with a row for each table that a test accuses.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#' influence(des)
#' misfit(des)
#' @importFrom stats influence
#' @export
influence.candor_design <- function(model, tables = list(), ...) {
  of <- candor_tables(model, tables)
  vapply(stats::setNames(of, vapply(of, name_of, "")), influence, 0)
}

#' @rdname influence.candor_design
#' @export
influence.candor_table <- function(model, ...) number(model$table$influence)

#' @rdname influence.candor_design
#' @export
misfit <- function(object, ...) UseMethod("misfit")

#' @rdname influence.candor_design
#' @export
misfit.candor_design <- function(object, tables = list(), ...) {
  # What is accused is what is asked for here.
  of <- withCallingHandlers(candor_tables(object, tables), candor_warning = function(warning) invokeRestart("muffleWarning"))
  do.call(rbind, lapply(of, misfit))
}

#' @rdname influence.candor_design
#' @export
misfit.candor_table <- function(object, ...) {
  of <- object$table$misfit
  accused <- if (is.null(of)) list() else list(of)
  data.frame(
    table = rep(name_of(object), length(accused)), test = texts(accused, "test"), probability = numbers(accused, "probability"),
    attributes = vapply(accused, function(of) table_name(unlist(of$attributes)), "")
  )
}

name_of <- function(table) table_name(unlist(table$table$attributes))
