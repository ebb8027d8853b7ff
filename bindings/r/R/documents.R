# Requests as lists, and results as documents.

# A list of options: those that are NULL are left out.
options_of <- function(...) {
  options <- list(...)
  options[!vapply(options, is.null, NA)]
}

# A vector as a list of its elements, so that one of length 1 stays a list.
many <- function(of) as.list(unname(of))

# An option that the Rust side takes as one text.
one <- function(of, name) {
  if (!is.character(of) || length(of) != 1 || is.na(of)) refuse("invalid-options", sprintf("%s has to be one text", name))
  enc2utf8(of)
}

parsed <- function(json) jsonlite::parse_json(json)

# A document as JSON, every number as the same double; jsonlite alone would round to 15 digits.
written <- function(document) {
  exact <- rapply(document, numerals, classes = "numeric", how = "replace")
  as.character(jsonlite::toJSON(exact, auto_unbox = TRUE, null = "null", json_verbatim = TRUE))
}

# Doubles as JSON: whole numbers without an exponent, others with as many digits as they need.
numerals <- function(of) {
  text <- sprintf("%.15g", of)
  rounded <- which(as.double(text) != of)
  text[rounded] <- sprintf("%.17g", of[rounded])
  whole <- which(of == round(of) & abs(of) <= 2^53)
  text[whole] <- sprintf("%.0f", of[whole])
  structure(if (length(of) == 1) text else paste0("[", paste(text, collapse = ","), "]"), class = "json")
}

# A result: the document that the command line writes as JSON, and its text.
result <- function(found, class, ...) {
  structure(list(document = parsed(found$json), text = found$text, ...), class = c(class, "candor_result"))
}

number <- function(of) if (is.null(of)) NA_real_ else as.double(of)

numbers <- function(list, name) vapply(list, function(of) number(of[[name]]), 0)

texts <- function(list, name) vapply(list, function(of) of[[name]], "")

# The columns that results of broom have, of a list of estimates.
estimated <- function(list) {
  data.frame(
    estimate = numbers(list, "estimate"),
    std.error = numbers(list, "standard_error"),
    conf.low = numbers(list, "lower"),
    conf.high = numbers(list, "upper")
  )
}

# A column for each attribute, with the categories of every cell.
categories_of <- function(cells, attributes) {
  columns <- lapply(seq_along(attributes), function(place) {
    vapply(cells, function(cell) cell$categories[[place]], "")
  })
  names(columns) <- attributes
  data.frame(columns, check.names = FALSE, stringsAsFactors = FALSE)
}

#' The document of a result
#'
#' Every result has the document that the command line writes with `--format json`, and prints itself as the command line does.
#'
#' @param x A result of this package.
#' @return The document, as nested lists.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' candor_document(promises(plan))$record
#' @export
candor_document <- function(x) UseMethod("candor_document")

#' @export
candor_document.candor_result <- function(x) x$document

#' @export
print.candor_result <- function(x, ...) {
  cat(x$text)
  invisible(x)
}

#' @exportS3Method tibble::as_tibble
as_tibble.candor_result <- function(x, ...) tibble::as_tibble(as.data.frame(x, ...))
