#' The vocabulary of the package survey
#'
#' Methods of the generics of the package survey for designs of [candor_design()]: attach that package and write as ever. Questions are factors, also those
#' with bins; for means and quantiles of their numbers there are [survey::svyquantile()] and [candor_numbers()].
#'
#' @param x,formula A formula of questions, such as `~ smoker + age`; for `svyglm()` one with an outcome.
#' @param design A design.
#' @param na.rm Not used: what reports say is complete.
#' @param by A formula of the questions whose categories form groups.
#' @param FUN [survey::svymean()].
#' @param Ntotal The number to which the counts of `svytable()` sum, by default that of the reports.
#' @param round Whether these counts are rounded.
#' @param statistic The statistic of the p-value: `"score"` or `"likelihood-ratio"`.
#' @param quantiles Shares of people below the quantiles.
#' @param ... Options of [candor_table()], [candor_test()], [candor_numbers()] or [candor_glm()].
#' @param object A result of `svymean()` or `svyby()`.
#' @param parm Which estimates.
#' @param level The confidence.
#' @return As in survey: `svymean()` returns a `svystat`, `svyby()` a `svyby`, `svytable()` a table, `svychisq()` a `htest`; `svyglm()` returns what
#'   [candor_glm()] does, and `svyquantile()` what [candor_numbers()] does.
#' @examples
#' if (requireNamespace("survey", quietly = TRUE)) {
#'   library(survey)
#'   plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#'   des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#'   svymean(~smoker, des)
#'   svyby(~smoker, ~age, des, svymean)
#'   svytable(~ smoker + age, des)
#'   svychisq(~ smoker + age, des)
#' }
#' @name candor-survey
NULL

#' @rdname candor-survey
#' @exportS3Method survey::svymean
svymean.candor_design <- function(x, design, na.rm = FALSE, ...) {
  # c(name) is evaluated: a bare name is that of a question.
  stat_of(lapply(names_in(x), function(name) candor_table(design, c(name), ...)))
}

#' @rdname candor-survey
#' @exportS3Method survey::svymean
svymean.candor_weighted_design <- svymean.candor_design

# Shares of several questions as a `svystat`. Covariances between questions are not known.
stat_of <- function(tables) {
  labels <- unlist(lapply(tables, function(table) paste0(name_of(table), labels_of(table$table))))
  whole <- function(each) stats::setNames(unlist(lapply(tables, each)), labels)
  structure(whole(stats::coef), class = c("candor_stat", "svystat"), statistic = "mean", tables = tables, error = whole(SE.candor_table))
}

#' @exportS3Method survey::SE
SE.candor_stat <- function(object, ...) attr(object, "error")

#' @export
coef.candor_stat <- function(object, ...) stats::setNames(as.vector(object), names(object))

#' @export
vcov.candor_stat <- function(object, ...) {
  each <- lapply(attr(object, "tables"), stats::vcov)
  sizes <- vapply(each, nrow, 0L)
  ends <- cumsum(sizes)
  found <- matrix(NA_real_, sum(sizes), sum(sizes), dimnames = list(names(object), names(object)))
  for (place in seq_along(each)) {
    own <- seq_len(sizes[place]) + ends[place] - sizes[place]
    found[own, own] <- each[[place]]
  }
  found
}

#' @rdname candor-survey
#' @export
confint.candor_stat <- function(object, parm, level = 0.95, ...) {
  found <- do.call(rbind, lapply(attr(object, "tables"), stats::confint, level = level))
  rownames(found) <- names(object)
  if (missing(parm)) found else found[parm, , drop = FALSE]
}

#' @export
print.candor_stat <- function(x, ...) {
  found <- cbind(mean = coef.candor_stat(x), SE = attr(x, "error"))
  stats::printCoefmat(found)
  invisible(x)
}

#' @rdname candor-survey
#' @exportS3Method survey::svyby
svyby.candor_design <- function(formula, by, design, FUN, ...) {
  if (!identical(FUN, survey::svymean)) refuse("invalid-options", "svyby() of a design of reports takes svymean")
  groups <- names_in(by)
  each <- lapply(names_in(formula), function(name) candor_table(design, c(name, groups), given = groups, ...))
  cells <- lapply(each, function(table) {
    frame <- as.data.frame(table)
    frame$place <- vapply(frame[groups], function(column) match(column, unique(column)), numeric(nrow(frame))) |>
      matrix(ncol = length(groups)) |>
      apply(1, paste, collapse = ".")
    frame
  })
  places <- unique(cells[[1]]$place)
  labels <- unlist(Map(function(frame, name) paste0(name, unique(frame[[name]])), cells, names_in(formula)))
  wide <- function(column) {
    rows <- lapply(places, function(place) unlist(lapply(cells, function(frame) frame[frame$place == place, column])))
    matrix(unlist(rows), nrow = length(places), byrow = TRUE)
  }
  first <- cells[[1]][match(places, cells[[1]]$place), groups, drop = FALSE]
  ends <- list(estimate = wide("estimate"), error = wide("std.error"), lower = wide("conf.low"), upper = wide("conf.high"))
  found <- cbind(first, as.data.frame(ends$estimate), as.data.frame(ends$error))
  names(found) <- c(groups, labels, paste0("se.", labels))
  rownames(found) <- apply(first, 1, paste, collapse = ".")
  structure(found, class = c("candor_by", "data.frame"), groups = groups, labels = labels, ends = ends, level = each[[1]]$document$confidence)
}

#' @rdname candor-survey
#' @exportS3Method survey::svyby
svyby.candor_weighted_design <- svyby.candor_design

# The numbers of a `svyby`, group by group for each share, as that package orders them.
by_numbers <- function(object, which) {
  labels <- outer(rownames(object), attr(object, "labels"), paste, sep = ":")
  stats::setNames(as.vector(attr(object, "ends")[[which]]), as.vector(labels))
}

#' @export
coef.candor_by <- function(object, ...) by_numbers(object, "estimate")

#' @exportS3Method survey::SE
SE.candor_by <- function(object, ...) by_numbers(object, "error")

#' @rdname candor-survey
#' @export
confint.candor_by <- function(object, parm, level = attr(object, "level"), ...) {
  if (level != attr(object, "level")) refuse("invalid-confidence", "give conf.level to svyby(): its intervals have that confidence")
  lower <- by_numbers(object, "lower")
  intervals(lower, by_numbers(object, "upper"), names(lower), parm, level)
}

#' @rdname candor-survey
#' @exportS3Method survey::svytable
svytable.candor_design <- function(formula, design, Ntotal = NULL, round = FALSE, ...) {
  table <- candor_table(design, names_in(formula), ...)
  total <- if (is.null(Ntotal)) stats::nobs(table) else Ntotal
  counts <- stats::coef(table) * total
  if (round) counts <- base::round(counts)
  cells <- categories_of(table$table$cells, unlist(table$table$attributes))
  names <- lapply(cells, unique)
  # The last question changes fastest in a document, the first in an array.
  array <- aperm(array(counts, rev(lengths(names)), rev(names)), rev(seq_along(names)))
  structure(array, class = c("svytable", "xtabs", "table"), call = match.call())
}

#' @rdname candor-survey
#' @exportS3Method survey::svytable
svytable.candor_weighted_design <- svytable.candor_design

#' @rdname candor-survey
#' @exportS3Method survey::svychisq
svychisq.candor_design <- function(formula, design, statistic = "score", ...) {
  candor_test(design, names_in(formula), statistic = statistic, ...)
}

#' @rdname candor-survey
#' @exportS3Method survey::svyquantile
svyquantile.candor_design <- function(x, design, quantiles = c(0.25, 0.5, 0.75), ...) {
  candor_numbers(design, x, quantiles = quantiles, ...)
}

#' @rdname candor-survey
#' @exportS3Method survey::svyglm
svyglm.candor_design <- function(formula, design, ...) candor_glm(formula, design, ...)
