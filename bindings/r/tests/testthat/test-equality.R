# Every number is that of the command line, to the last digit, and every refusal has its code and its sentence.

same_tables <- function(case, des) {
  first <- case$names[1]
  second <- case$names[2]
  for (names in list(first, c(first, second), c(second, first), utils::head(case$names, 3))) {
    for (method in c("inverse", "auto", "loglinear", "likelihood")) {
      theirs <- cli("estimate", case$plan, case$reports, "--tables", paste(names, collapse = ","), "--method", method)
      expect_identical(outcome(candor_document(candor_table(des, c(names), method = method))), theirs)
    }
  }
  both <- paste(first, second, sep = ",")
  theirs <- cli("estimate", case$plan, case$reports, "--tables", both, "--given", second, "--project")
  expect_identical(outcome(candor_document(candor_table(des, c(first, second), given = second, project = TRUE))), theirs)
  theirs <- cli("estimate", case$plan, case$reports, "--pairs", "--consistent")
  ours <- outcome(candor_tables(des, pairs = TRUE, consistent = TRUE))
  expect_identical(if (is_refusal(ours)) ours else candor_document(ours[[1]]), theirs)
  for (name in case$binned) {
    expect_identical(outcome(candor_document(candor_numbers(des, name))), cli("numbers", case$plan, case$reports, "--of", name))
  }
  theirs <- cli("estimate", case$plan, case$reports, "--tables", first, "--covariance", "--confidence", "0.9")
  if (is_refusal(theirs)) return()
  table <- candor_table(des, c(first))
  cells <- theirs$tables[[1]]$cells
  expect_identical(unname(vcov(table)), as_matrix(theirs$tables[[1]]$covariance))
  expect_identical(unname(coef(table)), vapply(cells, function(cell) as.double(cell$estimate), 0))
  expect_identical(unname(confint(table, level = 0.9)[, 2]), vapply(cells, function(cell) as.double(cell$upper), 0))
}

as_matrix <- function(rows) matrix(as.double(unlist(rows)), nrow = length(rows), byrow = TRUE)

# Covariances of shares within groups are what the delta method makes of those of the joint shares.
same_groups <- function(case, des) {
  names <- case$names[1:2]
  theirs <- cli("estimate", case$plan, case$reports, "--tables", paste(names, collapse = ","), "--given", names[2], "--covariance")
  if (is_refusal(theirs)) return()
  table <- candor_table(des, c(names), given = names[2])
  expect_identical(unname(vcov(table)), as_matrix(theirs$tables[[1]]$covariance))
  joint <- candor_table(des, c(names))
  group <- as.data.frame(joint)[[names[2]]]
  whole <- ave(coef(joint), group, FUN = sum)
  known <- whole > 0
  jacobian <- diag(1 / whole) - outer(group, group, "==") * coef(joint) / whole^2
  expected <- (jacobian %*% vcov(joint) %*% t(jacobian))[known, known]
  expect_lt(max(abs(vcov(table)[known, known] - expected) / sqrt(outer(diag(expected), diag(expected)))), 1e-9)
}

same_tests <- function(case, des) {
  first <- case$names[1]
  both <- paste(case$names[1:2], collapse = ",")
  for (statistic in c("score", "likelihood-ratio")) {
    theirs <- cli("test", case$plan, case$reports, "--tables", both, "--statistic", statistic)
    expect_identical(outcome(candor_document(candor_test(des, case$names[1:2], statistic = statistic))), theirs)
  }
  expect_identical(outcome(candor_document(candor_screen(des))), cli("test", case$plan, case$reports, "--screen"))
  shares <- rep(1 / length(des$plan$questions[[first]]), length(des$plan$questions[[first]]))
  said <- paste(format(shares, digits = 17), collapse = ",")
  theirs <- cli("test", case$plan, case$reports, "--tables", first, "--test", "fit", "--shares", said)
  expect_identical(outcome(candor_document(candor_test(des, c(first), hypothesis = "fit", shares = shares))), theirs)
  theirs <- cli("test", case$plan, case$reports, "--tables", first, "--test", "equality", "--other-reports", case$reports)
  expect_identical(outcome(candor_document(candor_test(des, c(first), hypothesis = "equality", other = des))), theirs)
}

same_models <- function(case, des) {
  names <- utils::head(case$names, 3)
  for (ridge in c(FALSE, TRUE)) {
    theirs <- cli("model", case$plan, case$reports, "--outcome", names[1], "--on", paste(names[-1], collapse = ","), if (ridge) "--ridge")
    ours <- outcome(candor_glm(stats::reformulate(names[-1], names[1]), des, ridge = ridge))
    expect_identical(if (is_refusal(ours)) ours else candor_document(ours), theirs)
    if (!is_refusal(ours)) {
      expect_identical(unname(coef(ours)), vapply(theirs$coefficients, function(own) as.double(own$estimate), 0))
      theirs <- cli("model", case$plan, case$reports, "--outcome", names[1], "--on", paste(names[-1], collapse = ","), if (ridge) "--ridge", "--covariance")
      expect_identical(unname(vcov(ours)), as_matrix(theirs$covariance))
      expect_equal(sqrt(diag(vcov(ours))), stats::setNames(vapply(theirs$coefficients, function(own) own$standard_error, 0), names(coef(ours))))
    }
  }
}

same_plans <- function(case, plan, des) {
  expect_identical(promises(plan)$document, cli("design", case$path("survey.json"), "-o", case$path("again.json")))
  expect_identical(candor_document(verify(plan)), cli("verify", case$plan))
  both <- paste(case$names[1:2], collapse = ",")
  theirs <- cli("power", case$plan, "--table", both, "--cramers-v", "0.2", "--respondents", "5000")
  expect_identical(outcome(candor_document(power(plan, case$names[1:2], effect = 0.2, respondents = 5000))), theirs)
  theirs <- cli("power", case$plan, "--table", both, "--odds-ratio", "2")
  expect_identical(outcome(candor_document(power(plan, case$names[1:2], odds_ratio = 2))), theirs)
  records <- case$path("records.csv")
  run("synthesize", case$plan, case$reports, "--records", "50", "--seed", "7", "-o", records)
  drawn <- outcome(candor_synthesize(des, 50, seed = 7))
  expect_identical(lapply(drawn, as.character), as.list(utils::read.csv(records, colClasses = "character", check.names = FALSE)))
}

test_that("random surveys have the numbers of the command line", {
  skip_without_program()
  answered <- 0
  for (seed in seq_len(every(200, 10))) {
    case <- made(random_survey(seed), seed)
    plan <- candor_plan(case$survey)
    expect_identical(plan$text, paste(readLines(case$plan), collapse = "\n"))
    des <- candor_design(plan, case$reports)
    expect_identical(candor_document(des), cli("count", case$plan, case$reports, "--tables", case$names, "--pairs"))
    expect_identical(candor_document(simulate(plan, data = case$truth, seed = seed)), candor_document(des))
    same_plans(case, plan, des)
    same_tables(case, des)
    same_groups(case, des)
    same_tests(case, des)
    same_models(case, des)
    answered <- answered + !is_refusal(outcome(candor_table(des, case$names[1:2])))
    unlink(case$folder, recursive = TRUE)
  }
  # Refusals are equal too, but most surveys have an answer.
  expect_gt(answered, every(200, 10) / 2)
})

clubs <- list(
  survey = "clubs",
  attributes = list(
    list(name = "climate", rows = list(list(name = "safe"), list(name = "heard")), categories = list("1", "2", "3")),
    list(name = "how", choose = "any", categories = list("words", "touch", "messages")),
    list(name = "first", rank = list("pay", "hours", "people"), places = 2)
  ),
  scores = list(list(name = "climate-score", of = list("climate"), codes = list(1, 2, 3))),
  plain = list(list(name = "region", categories = list("north", "south"))),
  privacy = list(record_epsilon = 6, method = "independent")
)

test_that("scores, rankings and weights have the numbers of the command line", {
  skip_without_program()
  folder <- new_folder()
  path <- function(name) file.path(folder, name)
  writeLines(jsonlite::toJSON(clubs, auto_unbox = TRUE), path("survey.json"))
  run("design", path("survey.json"), "-o", path("plan.json"))
  person <- 0:599
  answered <- function(values, by) values[1 + by %% length(values)]
  truth <- data.frame(
    climate.safe = answered(c("1", "2", "3"), person), climate.heard = answered(c("1", "2", "3"), person %/% 2),
    how.words = answered(c("yes", "no"), person), how.touch = ifelse(person %% 5 > 1, "no", "yes"),
    how.messages = ifelse(person %% 7 > 2, "no", "yes"), first.pay = answered(c("1", "2", "not ranked"), person),
    first.hours = answered(c("2", "not ranked", "1"), person), first.people = answered(c("not ranked", "1", "2"), person),
    region = ifelse(person %% 3 == 0, "south", "north")
  )
  utils::write.csv(truth, path("answers.csv"), row.names = FALSE)
  plan <- path("plan.json")
  reports <- path("reports.csv")
  run("perturb", plan, "--answers", path("answers.csv"), "--seed", "3", "-o", reports)
  des <- candor_design(plan, reports)
  for (by in list(NULL, "region", "how.touch")) {
    option <- if (is.null(by)) NULL else c("--by", by)
    ours <- outcome(candor_document(candor_score(des, "climate-score", by = by)))
    expect_identical(ours, cli("scores", plan, reports, "--of", "climate-score", option))
    ours <- outcome(candor_document(candor_ranking(des, "first", by = by)))
    expect_identical(ours, cli("rankings", plan, reports, "--of", "first", option))
  }
  expect_gt(nrow(as.data.frame(candor_score(des, "climate-score"))), 3)
  expect_identical(nrow(as.data.frame(candor_ranking(des, "first"))), 6L)
  grouped <- candor_ranking(des, "first", by = ~region)
  frame <- as.data.frame(grouped)
  own <- grouped$document$rankings[[1]]$items[[1]]
  expect_identical(nrow(frame), 18L)
  expect_identical(frame$estimate[1:3], c(own$first$estimate, vapply(own$groups, function(of) of$first$estimate, 0)))
  population <- list(region = c(north = 0.4, south = 0.6))
  writeLines(jsonlite::toJSON(lapply(population, as.list), auto_unbox = TRUE), path("margins.json"))
  raked <- candor_design(plan, reports, population = population)
  theirs <- cli("weigh", plan, reports, "--tables", "how.touch", "--margins", path("margins.json"))
  expect_identical(outcome(candor_document(candor_table(raked, how.touch))), theirs)
  theirs <- cli("weigh", plan, reports, "--tables", "how.touch,how.words", "--method", "loglinear", "--margins", path("margins.json"))
  expect_identical(outcome(candor_document(candor_table(raked, how.touch, how.words, method = "loglinear"))), theirs)
  expect_refused(candor_table(raked, how.touch, method = "hybrid"), "unknown-method")
  sampled <- candor_design(plan, reports, strata = ~region, replicates = 10)
  theirs <- cli("weigh", plan, reports, "--tables", "how.touch", "--stratum", "region", "--replicates", "10")
  expect_identical(outcome(candor_document(candor_table(sampled, how.touch))), theirs)
  expect_output(print(raked), "raked to: region")
  by_region <- c("--tables", "how.touch,region", "--given", "region", "--reference", "south")
  theirs <- do.call(cli, as.list(c("weigh", plan, reports, by_region, "--margins", path("margins.json"))))
  within <- candor_table(raked, how.touch, region, given = "region", reference = "south")
  expect_identical(candor_document(within), theirs)
  for (by in list(NULL, "how.touch")) {
    option <- c(if (is.null(by)) NULL else c("--by", by), "--margins", path("margins.json"))
    theirs_of <- function(command, name) do.call(cli, as.list(c(command, plan, reports, "--of", name, option)))
    ours <- outcome(candor_document(candor_score(raked, "climate-score", by = by)))
    expect_identical(ours, theirs_of("scores", "climate-score"))
    ours <- outcome(candor_document(candor_ranking(raked, "first", by = by)))
    expect_identical(ours, theirs_of("rankings", "first"))
  }
  missing <- candor_design(plan, reports, missing_at_random = ~region)
  expect_refused(candor_score(missing, "climate-score"), "invalid-weights")
  if (requireNamespace("survey", quietly = TRUE)) {
    by <- survey::svyby(~how.touch, ~region, raked, survey::svymean)
    expect_equal(sort(unname(coef(by))), sort(vapply(theirs$tables[[1]]$cells, function(cell) cell$estimate, 0)))
  }
  theirs <- cli("estimate", plan, reports, "--tables", "how.touch,region")
  expect_identical(candor_document(candor_table(des, how.touch, region)), theirs)
})
