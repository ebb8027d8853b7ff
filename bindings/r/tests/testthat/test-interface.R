# What R alone adds: formulas, plans of lists, sources, sessions.

test_that("names are bare, text or formulas", {
  des <- health()
  table <- candor_table(des, smoker, age)
  expect_identical(candor_document(candor_table(des, "smoker", "age")), candor_document(table))
  expect_identical(candor_document(candor_table(des, ~ smoker + age)), candor_document(table))
  names <- c("smoker", "age")
  expect_identical(candor_document(candor_table(des, c(names))), candor_document(table))
  expect_refused(candor_table(des, smoker, givn = "age"), "invalid-options")
  expect_refused(candor_table(des, ~ smoker:age), "invalid-hypothesis")
  expect_refused(candor_table(des, smoker ~ age), "invalid-hypothesis")
  expect_refused(candor_glm(~age, des), "invalid-hypothesis")
  expect_refused(candor_glm(smoker ~ log(age), des), "invalid-hypothesis")
})

write_and_name <- function(plan) {
  file <- tempfile(fileext = ".json")
  write_plan(plan, file)
  file
}

test_that("a plan is designed from a file, a list or questions that are asked", {
  asked <- candor_survey("health") |> ask("smoker", c("no", "yes")) |> ask("age", bins = c(18, 30, NA))
  plan <- candor_plan(asked, record_epsilon = 2, tables = "pairs", respondents = 1000)
  expect_identical(plan$questions, list(smoker = c("no", "yes"), age = c("[18,30)", "\u226530")))
  file <- tempfile(fileext = ".json")
  writeLines(jsonlite::toJSON(asked$document, auto_unbox = TRUE, null = "null"), file)
  expect_identical(candor_plan(file, record_epsilon = 2)$text, plan$text)
  expect_identical(candor_plan(asked$document, record_epsilon = 2)$text, plan$text)
  expect_identical(promises(plan)$document$record, promises(read_plan(write_and_name(plan)))$document$record)
  one <- candor_plan(asked, record_epsilon = 2, tables = list(~ smoker + age))
  expect_false(identical(one$promised$document$expected, plan$promised$document$expected))
  expect_output(print(asked), "Survey health: smoker, age")
  expect_output(print(plan), "record \u03b5 2")
  expect_match(candor_label(plan, page = "https://example.org"), "example.org")
  revised <- candor_plan(asked, record_epsilon = 2, revises = plan)
  expect_false(identical(revised$fingerprint, plan$fingerprint))
})

test_that("a plan is verified against the key that signed it", {
  skip_without_program()
  plan <- installed("health.plan.json")
  signed <- function(name) {
    done <- command("sign", plan, "--key", paste0(name, ".pem"), "--new-key", "-o", name)
    list(plan = read_plan(name), key = sub(".* ", "", utils::tail(done$messages, 1)))
  }
  own <- signed(tempfile())
  other <- signed(tempfile())
  expect_identical(candor_document(verify(own$plan, public_key = own$key)), candor_document(promises(own$plan)))
  expect_refused(verify(own$plan, public_key = other$key), "signature-mismatch")
  expect_refused(verify(read_plan(plan), public_key = own$key), "signature-mismatch")
  expect_refused(verify(own$plan, public_key = "no key"), "invalid-key")
  expect_refused(verify(own$plan, public_key = 5), "invalid-options")
})

test_that("reports come from files, data frames and counts", {
  plan <- read_plan(installed("health.plan.json"))
  file <- installed("health.reports.csv")
  des <- candor_design(plan, file)
  shares <- coef(candor_table(des, smoker))
  frame <- utils::read.csv(file)
  expect_identical(coef(candor_table(candor_design(plan, frame), smoker)), shares)
  expect_identical(coef(candor_table(candor_design(plan, data.frame(perturbed = factor(frame$perturbed))), smoker)), shares)
  expect_identical(nobs(candor_design(plan, frame, file)), 6000)
  expect_identical(coef(candor_table(candor_design(plan, counts = candor_document(des)), smoker)), shares)
  document <- tempfile(fileext = ".json")
  writeLines(jsonlite::toJSON(candor_document(des), auto_unbox = TRUE, digits = NA, null = "null"), document)
  expect_identical(coef(candor_table(candor_design(plan, counts = document), smoker)), shares)
  expect_output(print(des), "3,000 reports")
})

test_that("a table that was not counted is counted when it is asked for", {
  des <- candor_design(read_plan(installed("health.plan.json")), installed("health.reports.csv"), tables = list(~smoker))
  expect_identical(names(coef(candor_table(des, smoker))), c("no", "yes"))
  expect_length(coef(candor_table(des, smoker, age, region)), 12)
  expect_identical(coef(candor_table(des, age)), coef(candor_table(health(), age)))
})

test_that("plans and designs outlive a session", {
  des <- health()
  shares <- coef(candor_table(des, smoker))
  file <- tempfile(fileext = ".rds")
  saveRDS(des, file)
  read <- readRDS(file)
  expect_identical(coef(candor_table(read, smoker)), shares)
  expect_identical(verify(read$plan)$document, verify(des$plan)$document)
  expect_identical(nobs(readRDS(file)), 3000)
})

test_that("simulated reports depend on nothing but the seed", {
  plan <- read_plan(installed("health.plan.json"))
  people <- data.frame(smoker = c("no", "yes"), age = c(20, 50), region = factor(c("north", "south")))
  counts <- function(...) candor_document(simulate(plan, data = people, n = 500, ...))
  expect_identical(counts(seed = 3), counts(seed = 3))
  expect_false(identical(counts(seed = 3), counts(seed = 4)))
  several <- simulate(plan, nsim = 2, seed = 3, data = people, n = 500)
  expect_identical(lapply(several, candor_document), list(counts(seed = 3), counts(seed = 4)))
})

test_that("influence and misfit are those of the document", {
  des <- health()
  table <- candor_table(des, smoker)
  expect_identical(influence(des)[["smoker"]], table$table$influence)
  expect_identical(nrow(misfit(des)), 0L)
  plan <- candor_plan(candor_survey("s") |> ask("a", c("1", "2", "3", "4")), record_epsilon = 1, method = "independent")
  forged <- candor_design(plan, data.frame(a = rep("1", 2000)))
  expect_warning(accused <- misfit(candor_table(forged, a)), class = "candor_warning")
  expect_identical(misfit(forged), accused)
  expect_identical(accused$table, "a")
  expect_lt(accused$probability, 1e-6)
})

test_that("an interrupt ends the work", {
  plan <- read_plan(installed("health.plan.json"))
  people <- data.frame(smoker = "no", age = 20, region = "north")
  expect_error({
    setTimeLimit(elapsed = 0.2, transient = TRUE)
    on.exit(setTimeLimit())
    simulate(plan, data = people, n = 1e9)
  }, "time limit")
})

test_that("weights need files", {
  plan <- read_plan(installed("health.plan.json"))
  frame <- utils::read.csv(installed("health.reports.csv"))
  expect_refused(candor_design(plan, frame, weights = ~w), "needs-a-file")
  expect_refused(candor_design(plan, installed("health.reports.csv"), weights = ~ w + v), "invalid-options")
  weighted <- tempfile(fileext = ".csv")
  utils::write.csv(cbind(frame, w = rep(c(1, 2), length.out = nrow(frame))), weighted, row.names = FALSE)
  des <- candor_design(plan, weighted, weights = ~w)
  table <- candor_table(des, smoker)
  expect_output(print(table), "smoker")
  expect_true(all(confint(table, level = 0.5)[, 2] < confint(table)[, 2]))
  expect_refused(vcov(table), "undefined-statistic")
  skip_if_not_installed("survey")
  expect_identical(unname(coef(survey::svymean(~smoker, des))), unname(coef(table)))
  expect_error(survey::svychisq(~ smoker + age, des), "no applicable method")
})

test_that("numbers cross as the same doubles", {
  document <- list(a = 1 / 3, b = 0.1, c = 1e15, d = c(2^53, 1e-300), e = list(NULL, 5L), f = "x")
  text <- candor:::written(document)
  expect_match(text, '"c":1000000000000000,', fixed = TRUE)
  expect_match(text, '"e":[null,5]', fixed = TRUE)
  read <- jsonlite::parse_json(text)
  expect_identical(c(read$a, read$b, unlist(read$d)), c(1 / 3, 0.1, 2^53, 1e-300))
})
