#' Pictures of tables
#'
#' @param object,x A table.
#' @param ... For `plot()`, what [graphics::barplot()] takes; for `ggplot2::autoplot()`, not used.
#' @return `ggplot2::autoplot()` returns a plot of ggplot2; `plot()` returns the table, invisibly.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#' plot(candor_table(des, age))
#' @export
plot.candor_table <- function(x, ...) {
  frame <- as.data.frame(x)
  high <- max(frame$conf.high, frame$estimate, na.rm = TRUE)
  at <- graphics::barplot(frame$estimate, names.arg = labels_of(x$table), ylim = c(0, high), ylab = "share of people", ...)
  known <- !is.na(frame$conf.low)
  graphics::segments(at[known], frame$conf.low[known], at[known], frame$conf.high[known])
  invisible(x)
}

#' @rdname plot.candor_table
#' @exportS3Method ggplot2::autoplot
autoplot.candor_table <- function(object, ...) {
  frame <- as.data.frame(object)
  frame$cell <- factor(labels_of(object$table), levels = rev(labels_of(object$table)))
  column <- function(name) as.name(name)
  shown <- ggplot2::ggplot(frame, ggplot2::aes(x = !!column("estimate"), y = !!column("cell"))) +
    ggplot2::geom_col(fill = "#7a9cc6") +
    ggplot2::labs(x = "share of people", y = NULL, title = paste(unlist(object$table$attributes), collapse = " \u00d7 "))
  if (all(is.na(frame$conf.low))) return(shown)
  shown + ggplot2::geom_errorbarh(ggplot2::aes(xmin = !!column("conf.low"), xmax = !!column("conf.high")), height = 0.2, na.rm = TRUE)
}
