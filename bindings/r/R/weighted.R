# Designs of reports that weigh differently, which are read again for every table.

weighted_design <- function(plan, sources, population, weighing) {
  paths <- lapply(sources, source_of)
  if (!all(vapply(paths, is.character, NA))) refuse("needs-a-file", "reports are weighed as they are read: give the names of files")
  margins <- stats::setNames(lapply(population, as.list), as.character(names(population)))
  structure(class = "candor_weighted_design", list(plan = plan, paths = unlist(paths), margins = written(margins), weighing = weighing))
}

weighted_table <- function(design, asked, level) {
  options <- c(design$weighing, asked, list(confidence = level))
  found <- done(.Call(wrap__reports_weighed, own(design$plan), design$paths, design$margins, options))
  warn(found$remarks)
  weighted <- result(found$document, c("candor_weighted_table", "candor_table"))
  weighted$table <- weighted$document$tables[[1]]
  weighted$again <- function(confidence) weighted_table(design, asked, confidence)$table
  weighted
}

# The document of scores or of rankings.
weighted_for <- function(design, kind, options) {
  done(.Call(wrap__reports_weighed_for, own(design$plan), design$paths, design$margins, design$weighing, kind, options))
}

#' @export
vcov.candor_weighted_table <- function(object, ...) refuse("undefined-statistic", "weighted tables have no covariances")

#' @export
nobs.candor_weighted_table <- function(object, ...) as.double(object$table$n)

#' @export
print.candor_weighted_design <- function(x, ...) {
  cat("Survey under local differential privacy, record \u03b5 ", format(x$plan$promised$document$record, digits = 4), ", weighted\n", sep = "")
  cat("Reports: ", paste(basename(x$paths), collapse = ", "), "\n", sep = "")
  for (name in c("weight", "stratum", "cluster")) if (!is.null(x$weighing[[name]])) cat(name, ": ", x$weighing[[name]], "\n", sep = "")
  if (x$margins != "{}") cat("raked to: ", paste(names(parsed(x$margins)), collapse = ", "), "\n", sep = "")
  invisible(x)
}
