#' Plans: designed, read and verified
#'
#' `candor_plan()` turns a survey into a plan. `read_plan()` reads one: its promises are recomputed from its integers, and it is refused if they
#' claim more than holds. `write_plan()` writes the document as it is published.
#'
#' @param survey The file of a survey document, its content as a list, or what [candor_survey()] made.
#' @param record_epsilon The privacy budget of a whole report, instead of the one that the survey names.
#' @param tables What the budget is spent on: `"pairs"` for every question and every pair, or a list of tables, each a formula such as `~ smoker + age`
#'   or a character vector.
#' @param respondents The number of respondents to expect; with it the promises tell the errors to expect.
#' @param method The method of design, instead of the survey's own.
#' @param reads What the tables are read as: `"population"`, or what else `candor design --help` names.
#' @param attribute_epsilon The largest ε of a question.
#' @param allow_raised Whether a method may make the ε of a column larger than the one asked for.
#' @param max_plan_size The largest plan, in KB.
#' @param revises An earlier plan that this one corrects.
#' @param standard_error The standard error that is to be reached; the promises then tell how many respondents that takes.
#' @param file The name of a file.
#' @param max_record_epsilon Refuses a plan with a larger record ε (`cap-exceeded`).
#' @param plan A plan.
#' @return A plan; `write_plan()` returns it invisibly.
#' @examples
#' survey <- candor_survey("health") |>
#'   ask("smoker", c("no", "yes")) |>
#'   ask("age", bins = c(18, 30, 45, 60))
#' plan <- candor_plan(survey, record_epsilon = 2, tables = "pairs")
#' promises(plan)
#' @export
candor_plan <- function(survey, record_epsilon = NULL, tables = NULL, respondents = NULL, method = NULL, reads = NULL, attribute_epsilon = NULL,
                        allow_raised = FALSE, max_plan_size = 256, revises = NULL, standard_error = NULL) {
  document <- survey_document(survey)
  budget <- options_of(record_epsilon = record_epsilon, attribute_epsilon = attribute_epsilon)
  if (length(budget) > 0) document$privacy <- utils::modifyList(as.list(document$privacy), budget)
  if (identical(tables, "pairs")) {
    document$tables <- list()
  } else if (!is.null(tables)) {
    if (is.character(tables)) refuse("invalid-survey", 'tables has to be "pairs" or a list of tables')
    document$tables <- unname(lapply(if (inherits(tables, "formula")) list(tables) else tables, function(table) many(names_in(table))))
  }
  if (!is.null(respondents)) document$respondents <- respondents
  options <- options_of(method = method, reads = reads, allow_raised = allow_raised, max_plan_size = max_plan_size)
  earlier <- if (is.null(revises)) NULL else own(revises)
  designed <- done(.Call(wrap__plan_designed, written(document), options, earlier, standard_error))
  new_plan(designed$plan, designed$promises)
}

#' @rdname candor_plan
#' @export
read_plan <- function(file, max_record_epsilon = NULL) {
  plan <- value_of(.Call(wrap__plan_of_file, one(file, "file"), max_record_epsilon))
  new_plan(plan, value_of(.Call(wrap__plan_promises, plan)))
}

#' @rdname candor_plan
#' @export
write_plan <- function(plan, file) {
  cat(plan$text, "\n", file = file, sep = "")
  invisible(plan)
}

new_plan <- function(pointer, promised) {
  about <- value_of(.Call(wrap__plan_about, pointer))
  rust <- new.env(parent = emptyenv())
  rust$plan <- pointer
  questions <- parsed(about$questions)
  categories <- lapply(questions, function(of) unlist(of$categories))
  names(categories) <- texts(questions, "name")
  structure(class = "candor_plan", list(
    survey = about$survey, fingerprint = about$fingerprint, questions = categories, text = about$text,
    plain = names(categories)[vapply(questions, function(of) of$plain, NA)],
    promised = result(promised, "candor_promises"), rust = rust
  ))
}

# The plan in Rust, which is read again where it was lost with another session.
own <- function(plan) {
  if (!inherits(plan, "candor_plan")) refuse("invalid-plan", "not a plan: give one of candor_plan() or read_plan()")
  if (is_lost(plan$rust$plan)) plan$rust$plan <- value_of(.Call(wrap__plan_of_text, plan$text, NULL))
  plan$rust$plan
}

is_lost <- function(pointer) identical(pointer, methods::new("externalptr"))

#' @export
print.candor_plan <- function(x, ...) {
  epsilon <- format(x$promised$document$record, digits = 4)
  cat("Plan ", x$survey, ": ", length(x$questions), " questions, record \u03b5 ", epsilon, "\n", sep = "")
  for (name in names(x$questions)) cat("  ", name, ": ", paste(x$questions[[name]], collapse = ", "), "\n", sep = "")
  invisible(x)
}

#' @export
candor_document.candor_plan <- function(x) parsed(x$text)

#' What a plan promises
#'
#' `promises()` tells by how much a report can change odds about a person at most, as ε. `verify()` recomputes it from the plan's integers, and refuses
#' a plan whose record ε is above a cap. `candor_label()` is the privacy label for respondents.
#'
#' @param plan A plan.
#' @param max_record_epsilon The cap.
#' @param public_key Refuses a plan that does not carry the signature of this Ed25519 key, 32 bytes in base64url (`signature-mismatch`).
#' @param language A tag such as `"en"`.
#' @param format `"html"`, `"json"`, or `"annex"` for an annex to an impact assessment.
#' @param ... Who runs the survey: `page`, `collector`, `readers`, `retention`, and `respondents` and `step`.
#' @param x Promises.
#' @return Promises, which print themselves; a data frame has a row for each question. `candor_label()` returns text.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' promises(plan)
#' as.data.frame(verify(plan, max_record_epsilon = 4))
#' @export
promises <- function(plan) {
  own(plan)
  plan$promised
}

#' @rdname promises
#' @export
verify <- function(plan, max_record_epsilon = NULL, public_key = NULL) {
  own(plan)
  verified <- value_of(.Call(wrap__plan_of_text, plan$text, max_record_epsilon))
  if (!is.null(public_key)) value_of(.Call(wrap__plan_signed_by, verified, one(public_key, "public_key")))
  result(value_of(.Call(wrap__plan_promises, verified)), "candor_promises")
}

#' @rdname promises
#' @export
candor_label <- function(plan, language = "en", format = "html", ...) {
  value_of(.Call(wrap__plan_label, own(plan), options_of(language = language, format = format, ...)))
}

#' @rdname promises
#' @export
as.data.frame.candor_promises <- function(x, ...) {
  of <- x$document$attributes
  data.frame(
    question = texts(of, "name"), categories = numbers(of, "categories"),
    column = numbers(of, "column"), attribute = numbers(of, "attribute")
  )
}
