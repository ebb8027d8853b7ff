#' Surveys: the questions, before a plan is made of them
#'
#' @param name The name of the survey.
#' @param survey A survey.
#' @param question The name of a question.
#' @param categories Its answers.
#' @param bins The edges of bins of numbers, instead of categories; `NA` at an open end.
#' @param ... Other members of a question of the survey document, such as `optional = TRUE`.
#' @return A survey, for [candor_plan()]. Surveys do not change: `ask()` returns a new one.
#' @examples
#' survey <- candor_survey("health") |>
#'   ask("smoker", c("no", "yes")) |>
#'   ask("age", bins = c(18, 30, 45, 60))
#' survey
#' @export
candor_survey <- function(name) {
  structure(list(document = list(survey = one(name, "name"), attributes = list())), class = "candor_survey")
}

#' @rdname candor_survey
#' @export
ask <- function(survey, question, categories = NULL, bins = NULL, ...) {
  if (!inherits(survey, "candor_survey")) refuse("invalid-survey", "ask() takes a survey of candor_survey()")
  edges <- if (is.null(bins)) NULL else lapply(bins, function(edge) if (is.na(edge)) NULL else edge)
  asked <- options_of(name = one(question, "question"), categories = if (!is.null(categories)) many(categories), bins = edges, ...)
  survey$document$attributes <- c(survey$document$attributes, list(asked))
  survey
}

#' @export
print.candor_survey <- function(x, ...) {
  cat("Survey ", x$document$survey, ": ", paste(texts(x$document$attributes, "name"), collapse = ", "), "\n", sep = "")
  invisible(x)
}

#' @export
candor_document.candor_survey <- function(x) x$document

# The document of a survey: of a file, of a list, or of what candor_survey() made.
survey_document <- function(source) {
  if (inherits(source, "candor_survey")) return(source$document)
  if (is.list(source)) return(source)
  path <- one(source, "survey")
  text <- text_of(path)
  document <- tryCatch(parsed(text), error = function(cause) {
    refuse("invalid-survey", sprintf("%s: %s", path, conditionMessage(cause)))
  })
  if (is.null(names(document))) refuse("invalid-survey", sprintf("%s: not a survey document", path))
  document
}

# The text of a file.
text_of <- function(path) {
  if (!file.exists(path) || dir.exists(path)) refuse("io", sprintf("%s: no such file", path))
  bytes <- readBin(path, "raw", file.size(path))
  if (any(bytes == 0)) refuse("invalid-text", sprintf("%s: not a text", path))
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  if (!validUTF8(text)) refuse("invalid-text", sprintf("%s: not UTF-8 text", path))
  text
}
