# Names of questions, given by formulas, by text or as bare names.

# The names in a one-sided formula, or in a character vector; NULL has none.
names_in <- function(of) {
  if (is.null(of)) return(character())
  if (is.character(of)) return(of)
  if (!inherits(of, "formula") || length(of) != 2) not_a_formula(of)
  terms <- terms_in(of[[2]], of)
  if (any(grepl(":", terms, fixed = TRUE))) not_a_formula(of)
  terms
}

# The terms of an expression, of which `a * b` is both and their interaction `a:b`.
terms_in <- function(expression, whole) {
  if (is.symbol(expression)) return(as.character(expression))
  operator <- if (is.call(expression)) as.character(expression[[1]])[1] else ""
  sides <- function() lapply(as.list(expression)[-1], terms_in, whole)
  if (operator == "(") return(sides()[[1]])
  if (!operator %in% c("+", ":", "*") || length(expression) != 3) not_a_formula(whole)
  both <- sides()
  crossed <- as.vector(outer(both[[1]], both[[2]], paste, sep = ":"))
  unique(switch(operator, `+` = unlist(both), `:` = crossed, `*` = c(unlist(both), crossed)))
}

not_a_formula <- function(of) {
  said <- paste(deparse(of), collapse = " ")
  refuse("invalid-hypothesis", sprintf("%s is not a formula such as ~ smoker + age", said))
}

# The outcome and the terms of a two-sided formula.
outcome_and_terms <- function(formula) {
  if (!inherits(formula, "formula") || length(formula) != 3 || !is.symbol(formula[[2]])) {
    said <- paste(deparse(formula), collapse = " ")
    refuse("invalid-hypothesis", sprintf("%s is not a formula such as smoker ~ age + region", said))
  }
  list(outcome = as.character(formula[[2]]), terms = terms_in(formula[[3]], formula))
}

# The names that were given as arguments: bare names, text, or formulas.
names_given <- function(expressions, envir) {
  if (!is.null(names(expressions)) && any(names(expressions) != "")) {
    unknown <- names(expressions)[names(expressions) != ""][1]
    refuse("invalid-options", sprintf("there is no option %s", unknown))
  }
  each <- function(expression) {
    if (is.symbol(expression)) as.character(expression) else names_in(eval(expression, envir))
  }
  as.character(unlist(lapply(expressions, each)))
}

# A table as the command line writes it: names joined by commas.
table_name <- function(names) paste(names, collapse = ",")

# Tables, each given by a formula or a character vector.
table_names <- function(tables) {
  if (inherits(tables, "formula") || is.character(tables)) tables <- list(tables)
  vapply(tables, function(table) table_name(names_in(table)), "")
}
