# The totals of a collector, asked by its address.

survey_of_collector <- list(
  survey = "health",
  attributes = list(
    list(name = "smoker", categories = list("no", "yes")), list(name = "age", bins = list(18, 30, 60)),
    list(name = "first", rank = list("pay", "hours"), places = 2), list(name = "calm", categories = list("1", "2")),
    list(name = "rested", categories = list("1", "2"))
  ),
  scores = list(list(name = "climate", of = list("calm", "rested"))), privacy = list(record_epsilon = 6)
)

# A collector with five hundred reports, whose totals only holders of a token read: its address, a token, and a design of the same reports.
served <- function() {
  skip_without_program()
  skip_if_not_installed("curl")
  folder <- new_folder()
  path <- function(name) file.path(folder, name)
  writeLines(jsonlite::toJSON(survey_of_collector, auto_unbox = TRUE), path("survey.json"))
  run("design", path("survey.json"), "-o", path("plan.json"))
  rows <- 0:499 %% 2
  people <- data.frame(
    smoker = c("no", "yes")[1 + rows], age = c(20, 40)[1 + rows], calm = 1 + rows, rested = 1 + rows, first.pay = 1 + rows, first.hours = 2 - rows
  )
  utils::write.csv(people, path("answers.csv"), row.names = FALSE)
  run("perturb", path("plan.json"), "--answers", path("answers.csv"), "--seed", "1", "-o", path("reports.ndjson"))
  token <- trimws(run("database", "token", "Ada", "--readers", path("readers.txt")))
  words <- c(program, "serve", "--database", path("c.db"), "--plan", path("plan.json"), "--readers", path("readers.txt"), "--listen", "127.0.0.1:0")
  file.create(path("log"))
  pid <- system(paste(paste(shQuote(words), collapse = " "), ">", shQuote(path("log")), "2>&1 & echo $!"), intern = TRUE)
  address <- character()
  while (length(address) == 0) {
    said <- readLines(path("log"), warn = FALSE)
    address <- unlist(regmatches(said, gregexpr("http://[^[:space:]]+", said)))
    Sys.sleep(0.05)
  }
  handle <- curl::handle_setheaders(curl::new_handle(postfields = readBin(path("reports.ndjson"), "raw", 1e7)), `content-type` = "application/x-ndjson")
  expect_identical(curl::curl_fetch_memory(paste0(address[1], "/reports"), handle)$status_code, 201L)
  list(end = function() tools::pskill(as.integer(pid)), address = address[1], token = token, here = candor_design(path("plan.json"), path("reports.ndjson")))
}

test_that("numbers are those of reports", {
  of <- served()
  on.exit(of$end())
  here <- of$here
  collector <- candor_collector(of$address, token = of$token)
  expect_identical(nobs(collector), 500)
  expect_output(print(collector), "health")
  expect_identical(collector$plan$fingerprint, here$plan$fingerprint)
  cells <- function(table) table$table[c("attributes", "method", "cells", "differences")]
  expect_identical(cells(candor_table(collector, smoker, age, given = ~age)), cells(candor_table(here, smoker, age, given = ~age)))
  expect_identical(vcov(candor_table(collector, smoker, age, given = ~age)), vcov(candor_table(here, smoker, age, given = ~age)))
  theirs <- candor_table(collector, smoker, method = "loglinear", conf.level = 0.9, population = 1e6)
  expect_identical(as.data.frame(theirs), as.data.frame(candor_table(here, smoker, method = "loglinear", conf.level = 0.9, population = 1e6)))
  several <- candor_tables(collector, list(~smoker, ~ smoker + age), robust = TRUE)
  expect_identical(lapply(several, coef), lapply(candor_tables(here, list(~smoker, ~ smoker + age), robust = TRUE), coef))
  expect_output(print(several[[1]]), "smoker \u00d7 age \\(500 reports\\)")
  expect_identical(confint(several[[1]], level = 0.5), confint(candor_table(here, smoker, robust = TRUE), level = 0.5))
  score <- function(of) as.data.frame(candor_score(of, "climate", by = ~smoker, quantiles = c(0.1, 1 / 3)))
  expect_identical(score(collector), score(here))
  expect_identical(as.data.frame(candor_ranking(collector, "first")), as.data.frame(candor_ranking(here, "first")))
  expect_output(print(candor_ranking(collector, "first")), "rankings")
  skip_if_not_installed("survey")
  expect_identical(survey::svyby(~smoker, ~age, collector, survey::svymean), survey::svyby(~smoker, ~age, here, survey::svymean))
  expect_identical(coef(survey::svymean(~smoker, collector)), coef(survey::svymean(~smoker, here)))
})

test_that("what a collector refuses, and what it does not compute, has its code", {
  of <- served()
  on.exit(of$end())
  expect_refused(candor_table(candor_collector(of$address), smoker), "unauthorized")
  collector <- candor_collector(of$address, token = of$token, survey = "health")
  codes <- list(
    "unknown-attribute" = function() candor_table(collector, nothing),
    "invalid-confidence" = function() candor_table(collector, smoker, conf.level = 2),
    "invalid-score" = function() candor_score(collector, "nothing"),
    "undefined-statistic" = function() vcov(candor_table(collector, smoker, method = "loglinear")),
    "needs-a-file" = function() candor_table(collector, smoker, simultaneous = "bonferroni"),
    "needs-a-file" = function() candor_test(collector, smoker, age),
    "needs-a-file" = function() candor_test(of$here, smoker, hypothesis = "equality", other = collector),
    "needs-a-file" = function() candor_glm(smoker ~ age, collector),
    "needs-a-file" = function() candor_document(collector),
    "not-found" = function() candor_collector(of$address, survey = "nothing"),
    "not-found" = function() candor_collector(of$address, plan = "sha256:00")
  )
  for (place in seq_along(codes)) {
    refused <- expect_refused(codes[[place]](), names(codes)[place])
    expect_false(grepl(of$token, conditionMessage(refused), fixed = TRUE))
  }
})

test_that("the example of the documentation runs", {
  of <- served()
  on.exit(of$end())
  code <- examples(page("docs/python.md"), "R")[[1]]
  token <- of$token
  for (call in parse(text = gsub("https://collector.example", of$address, code, fixed = TRUE))) expect_error(eval(call), NA)
})

test_that("a token is sent to nobody else", {
  skip_if_not_installed("curl")
  expect_refused(candor_collector("http://reports.example.org", token = "secret"), "invalid-options")
  for (wrong in list("reports.example.org", "ftp://reports.example.org", "https://reports.example.org/?a=1", "", 5)) {
    expect_refused(candor_collector(wrong), "invalid-options")
  }
  expect_refused(candor_collector("http://127.0.0.1:1", token = "secret"), "io")
})
