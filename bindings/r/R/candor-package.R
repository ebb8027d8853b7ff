#' Private surveys by local differential privacy
#'
#' A survey is designed into a plan ([candor_plan()]), which promises by how much a report can change anybody's odds about a person at most
#' ([promises()]). Devices perturb whole records under the plan; [candor_design()] counts their reports, and the vocabulary of the packages survey and
#' broom estimates from them: [candor_table()], [svymean][candor-survey], [candor_glm()], [candor_test()].
#'
#' All numbers are computed by the Rust code of the `candor` command line, and are equal to its numbers to the last digit. What is refused
#' raises a condition of class `candor_error`, whose `code` is that of the command line; what a reader should know before trusting a number is a
#' warning of class `candor_warning`.
#'
#' @keywords internal
#' @useDynLib candor, .registration = TRUE
"_PACKAGE"
