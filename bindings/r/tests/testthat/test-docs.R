# The examples of README and of the documentation run, and the table of commands is whole.

test_that("examples run", {
  skip_if_not_installed("survey")
  for (name in c("README.md", "bindings/r/README.md", "docs/python.md")) {
    code <- examples(page(name))
    expect_gt(length(code), 0)
    suppressMessages(capture.output(for (block in code) {
      source(textConnection(block), local = new.env(parent = globalenv()), echo = FALSE, print.eval = TRUE)
    }))
  }
})

test_that("every command that estimates has its call, and every call exists", {
  rows <- grep("^\\| `candor ", page("docs/python.md"), value = TRUE)
  expect_gt(length(rows), 12)
  calls <- vapply(strsplit(trimws(rows), " | ", fixed = TRUE), function(cells) cells[3], "")
  quoted <- unlist(regmatches(calls, gregexpr("`[^`]+`", calls)))
  code <- lapply(gsub("`", "", grep("(", quoted, fixed = TRUE, value = TRUE)), str2lang)
  expect_true(all(vapply(calls, function(call) grepl("(", call, fixed = TRUE), NA)))
  named <- unique(vapply(code, function(call) as.character(call[[1]]), ""))
  exported <- c(getNamespaceExports("candor"), "simulate", "vcov", if (requireNamespace("survey", quietly = TRUE)) getNamespaceExports("survey"))
  expect_identical(setdiff(named, exported), character())
  # Options are those of the functions.
  for (call in code) {
    of <- as.character(call[[1]])
    arguments <- setdiff(as.character(names(call)), "")
    if (of %in% getNamespaceExports("candor") && !of %in% c("power", "simulate")) {
      expect_identical(setdiff(arguments, names(formals(of, envir = asNamespace("candor")))), character())
    }
  }
})

test_that("every call of the manual's table runs on a survey", {
  skip_if_not_installed("survey")
  asked <- candor_survey("s") |> ask("a", c("no", "yes")) |> ask("b", c("x", "y")) |> ask("c", c("1", "2")) |> ask("age", bins = c(18, 60, 100))
  folder <- new_folder()
  old <- setwd(folder)
  on.exit(setwd(old))
  writeLines(jsonlite::toJSON(c(asked$document, list(privacy = list(record_epsilon = 4))), auto_unbox = TRUE), "survey.json")
  plan <- candor_plan("survey.json")
  people <- expand.grid(a = c("no", "yes"), b = c("x", "y"), c = c("1", "2"), age = c(20, 70))
  des <- simulate(plan, data = people, n = 4000)
  # These need another survey, or files of reports.
  others <- c("candor_design", "candor_score", "candor_ranking", "candor_numbers")
  rows <- grep("^\\| `candor ", page("docs/python.md"), value = TRUE)
  calls <- vapply(strsplit(trimws(rows), " | ", fixed = TRUE), function(cells) cells[3], "")
  quoted <- unlist(regmatches(calls, gregexpr("`[^`]+`", calls)))
  library(survey, warn.conflicts = FALSE, quietly = TRUE)
  for (text in gsub("`", "", grep("(", quoted, fixed = TRUE, value = TRUE))) {
    call <- str2lang(text)
    of <- as.character(call[[1]])
    if (of %in% others) next
    expect_error(capture.output(print(eval(call))), NA)
  }
})
