# Whatever is given, the answer is a result or a condition: R goes on, and no message holds an answer.

plan <- function() candor_plan(candor_survey("s") |> ask("a", c("no", "yes")) |> ask("b", bins = c(0, 10, 20)), record_epsilon = 4)

people <- data.frame(a = c("no", "yes"), b = c(3, 15))

test_that("common mistakes have the codes of the command line", {
  plan <- plan()
  des <- simulate(plan, data = people, n = 500)
  other <- replace(candor_document(des), "plan", paste0("sha256:", strrep("0", 64)))
  expect_refused(candor_table(des, smoker), "unknown-attribute")
  expect_refused(candor_table(des, a, a), "duplicate-table-attribute")
  expect_refused(candor_table(des, a, conf.level = NaN), "invalid-confidence")
  expect_refused(candor_table(des, a, conf.level = "high"), "invalid-options")
  expect_refused(candor_table(des, a, conf.level = NA_real_), "invalid-options")
  expect_refused(candor_table(des, a, seed = -1), "invalid-options")
  expect_refused(candor_test(des, a, b, hypothesis = "trends"), "invalid-hypothesis")
  expect_refused(candor_glm(a ~ c, des), "unknown-attribute")
  expect_refused(power(plan, ~ a + b), "invalid-hypothesis")
  expect_refused(power(plan, ~ a + b, effect = NaN), "invalid-hypothesis")
  expect_refused(candor_numbers(des, ~a), "invalid-hypothesis")
  expect_refused(simulate(plan, data = data.frame(a = "maybe", b = 3)), "unknown-category")
  expect_refused(simulate(plan, data = data.frame(a = NA, b = 3)), "missing-answer")
  expect_refused(simulate(plan, data = data.frame(a = "no", b = NaN)), "missing-answer")
  expect_refused(simulate(plan, data = data.frame(a = "no")), "invalid-csv")
  expect_refused(simulate(plan, data = data.frame(a = "no", b = 3, c = "x")), "unknown-column")
  expect_refused(simulate(plan, data = data.frame(a = "no", b = Sys.Date())), "invalid-csv")
  expect_refused(simulate(plan, data = people[0, ], n = 5), "empty-sample")
  expect_refused(simulate(plan, data = 5), "invalid-options")
  expect_refused(candor_design(plan, tempfile()), "io")
  expect_refused(candor_design(plan, 5), "invalid-options")
  expect_refused(candor_design(plan), "invalid-options")
  expect_refused(candor_design(plan, counts = other), "plan-mismatch")
  expect_refused(candor_design(5, counts = other), "invalid-plan")
  expect_refused(candor_plan(list(survey = "s", attributes = list(), nonsense = 1)), "invalid-survey")
  expect_refused(candor_plan(tempfile()), "io")
  expect_refused(verify(plan, max_record_epsilon = 1), "cap-exceeded")
  expect_refused(candor_label(plan, language = "xx"), "invalid-language")
  expect_refused(candor_label(plan, colour = "red"), "invalid-options")
})

test_that("refusals have the sentences of the command line", {
  skip_without_program()
  of_plan <- tempfile(fileext = ".json")
  write_plan(plan(), of_plan)
  theirs <- cli("verify", of_plan, "--max-record-epsilon", "1")
  expect_identical(outcome(read_plan(of_plan, max_record_epsilon = 1)), theirs)
  answers <- tempfile(fileext = ".csv")
  utils::write.csv(people, answers, row.names = FALSE)
  theirs <- cli("estimate", of_plan, answers, "--tables", "smoker")
  expect_identical(outcome(candor_table(simulate(plan(), data = people), smoker)), theirs)
})

test_that("a plan with a changed byte is refused", {
  text <- plan()$text
  set.seed(1)
  file <- tempfile(fileext = ".json")
  for (time in seq_len(every(1000, 50))) {
    changed <- utf8ToInt(text)
    place <- sample.int(length(changed), 1)
    changed[place] <- 32 + (changed[place] - 32 + sample.int(94, 1)) %% 95
    writeLines(intToUtf8(changed), file, useBytes = TRUE)
    read <- outcome(read_plan(file))
    expect_true(is_refusal(read) || identical(jsonlite::fromJSON(read$text), jsonlite::fromJSON(text)))
  }
})

test_that("any file is refused or read", {
  set.seed(2)
  plan <- plan()
  file <- tempfile()
  for (time in seq_len(every(1000, 30))) {
    writeBin(as.raw(sample.int(256, sample.int(300, 1), replace = TRUE) - 1), file)
    for (read in list(function() candor_design(plan, file), function() read_plan(file), function() candor_design(plan, counts = file))) {
      expect_s3_class(tryCatch(read(), error = identity), "candor_error")
    }
  }
})

test_that("any cell and any number is refused or taken", {
  set.seed(3)
  plan <- plan()
  des <- simulate(plan, data = people, n = 500)
  some <- list(NA, NaN, Inf, -Inf, 0, 1, -1, 1e300, 0.5, "", "no", "1", TRUE, character(), NULL, list())
  for (time in seq_len(every(1000, 50))) {
    value <- sample(some, 1)[[1]]
    computations <- list(
      function() candor_table(des, a, conf.level = value), function() candor_test(des, a, b, level = value),
      function() candor_test(des, a, hypothesis = "fit", shares = c(value, value)), function() candor_numbers(des, "b", quantiles = value),
      function() candor_numbers(des, "b", low = value), function() power(plan, ~ a + b, effect = value),
      function() candor_synthesize(des, n = if (is.numeric(value) && isTRUE(value > 100)) 1 else value, method = "inverse"),
      function() simulate(plan, data = data.frame(a = c(value, "no"), b = 1)), function() candor_plan(candor_survey("s"), record_epsilon = value)
    )
    for (compute in computations) {
      of <- suppressWarnings(tryCatch(compute(), error = identity))
      expect_true(!inherits(of, "error") || inherits(of, "candor_error"))
    }
  }
})

test_that("no message holds an answer", {
  secret <- "quite-a-secret"
  for (frame in list(data.frame(a = secret, b = 3), data.frame(a = "no", b = secret))) {
    refused <- expect_error(simulate(plan(), data = frame), class = "candor_error")
    expect_false(grepl(secret, conditionMessage(refused), fixed = TRUE))
  }
  alone <- candor_plan(candor_survey("s") |> ask("a", c("no", "yes")), record_epsilon = 2, method = "independent")
  refused <- expect_error(candor_design(alone, data.frame(a = secret)), class = "candor_error")
  expect_false(grepl(secret, conditionMessage(refused), fixed = TRUE))
})
