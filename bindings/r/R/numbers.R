#' Means and quantiles, scores and rankings
#'
#' `candor_numbers()` estimates the mean and quantiles of questions in bins; a bin with an open end has to be closed, by `low` or `high`.
#' `candor_score()` estimates the mean, spread, reliability and quantiles of a score, `candor_ranking()` which items people put first.
#'
#' @param design A design.
#' @param of A formula or names of questions in bins.
#' @param low,high Where open bins end.
#' @param quantiles The quantiles, each as the share of people below it.
#' @param method The reconstruction.
#' @param conf.level The confidence of intervals.
#' @param name The name of a score, of a question with several choices, or of a ranking.
#' @param by The question whose categories form groups: its name, or a formula.
#' @return A result that prints itself; a data frame has a row for each estimate. What cannot be told is `NA`.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#' candor_numbers(des, ~age)
#' @export
candor_numbers <- function(design, of, low = NULL, high = NULL, quantiles = c(0.25, 0.5, 0.75), method = "inverse", conf.level = 0.95) {
  end <- function(of) if (is.null(of)) "" else format(of, digits = 17)
  ends <- if (is.null(low) && is.null(high)) "" else sprintf("=%s..%s", end(low), end(high))
  options <- options_of(of = many(paste0(names_in(of), ends)), quantiles = many(quantiles), method = method, confidence = conf.level)
  found <- result(computed(design, "numbers", options), "candor_numbers")
  warn(unlist(found$document$warnings))
  found
}

# Rows of a data frame: a name and an estimate each; those that cannot be told have no numbers.
rows_of <- function(names, estimates) cbind(data.frame(name = names, stringsAsFactors = FALSE), estimated(estimates))

#' @export
as.data.frame.candor_numbers <- function(x, ...) {
  do.call(rbind, lapply(x$document$questions, function(of) {
    shares <- numbers(of$quantiles, "share")
    rows <- rows_of(c("mean", sprintf("quantile %s", format(shares, digits = 15, trim = TRUE, drop0trailing = TRUE))), c(list(of$mean), of$quantiles))
    cbind(question = of$name, rows)
  }))
}

#' @rdname candor_numbers
#' @export
candor_score <- function(design, name, by = NULL, quantiles = c(0.25, 0.5, 0.75), conf.level = 0.95) {
  options <- options_of(of = list(one(name, "name")), by = column(by), quantiles = many(quantiles), confidence = conf.level)
  result(computed(design, "scores", options), "candor_score")
}

#' @export
as.data.frame.candor_score <- function(x, ...) {
  of <- x$document$scores[[1]]
  shares <- vapply(of$quantiles, function(own) number(own$share), 0)
  names <- c("mean", "standard deviation", "alpha", if (length(shares) > 0) paste("quantile", shares), grouped("mean of", of$groups))
  rows_of(names, c(list(of$mean, of$standard_deviation, of$alpha), of$quantiles, lapply(of$groups, function(group) group$mean)))
}

grouped <- function(what, groups) if (length(groups) > 0) paste(what, texts(groups, "group"))

#' @rdname candor_numbers
#' @export
candor_ranking <- function(design, name, by = NULL, conf.level = 0.95) {
  options <- options_of(of = list(one(name, "name")), by = column(by), confidence = conf.level)
  result(computed(design, "rankings", options), "candor_ranking")
}

#' @export
as.data.frame.candor_ranking <- function(x, ...) {
  items <- x$document$rankings[[1]]$items
  rows <- function(what, member) {
    of_item <- function(item) {
      name <- paste0(item$item, ": ", what)
      rows_of(c(name, grouped(paste(name, "of"), item$groups)), c(list(item[[member]]), lapply(item$groups, `[[`, member)))
    }
    do.call(rbind, lapply(items, of_item))
  }
  rbind(rows("first", "first"), rows("mean rank", "mean_rank"))
}
