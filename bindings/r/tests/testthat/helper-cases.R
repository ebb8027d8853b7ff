# Random surveys, and the command line with which all numbers are compared.

program <- Sys.getenv("CANDOR_PROGRAM")

skip_without_program <- function() skip_if(program == "", "CANDOR_PROGRAM does not name the command line")

# How many of something are tested: all nightly, fewer otherwise.
every <- function(nightly, otherwise) if (identical(Sys.getenv("CANDOR_NIGHTLY"), "1")) nightly else otherwise

# What the command line did: its output, its messages and its exit code.
command <- function(...) {
  messages <- tempfile()
  on.exit(unlink(messages))
  output <- suppressWarnings(system2(program, shQuote(as.character(c(...))), stdout = TRUE, stderr = messages))
  list(output = output, messages = readLines(messages), is_done = is.null(attr(output, "status")))
}

run <- function(...) {
  of <- command(...)
  if (!of$is_done) stop(paste(of$messages, collapse = "\n"))
  of$output
}

# The document that a command writes, or its refusal.
cli <- function(...) {
  of <- command(..., "--format", "json")
  if (of$is_done) return(jsonlite::fromJSON(paste(of$output, collapse = "\n"), simplifyVector = FALSE))
  last <- grep("^error\\[", of$messages, value = TRUE)[1]
  list(code = sub("^error\\[(.*?)\\]: .*", "\\1", last, perl = TRUE), message = sub("^error\\[.*?\\]: ", "", last, perl = TRUE))
}

# The document of a result, or its refusal.
outcome <- function(compute) {
  tryCatch(
    withCallingHandlers(compute, candor_warning = function(warning) invokeRestart("muffleWarning")),
    candor_error = function(refused) list(code = refused$code, message = conditionMessage(refused))
  )
}

is_refusal <- function(of) identical(names(of), c("code", "message"))

pick <- function(of, n = 1) of[sample.int(length(of), n)]

# A survey of two to five questions, some of them with bins, under one of four kinds of design.
random_survey <- function(seed) {
  set.seed(seed, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  kind <- pick(c("labelled", "analysis", "independent", "columns"))
  attributes <- lapply(seq_len(pick(2:5)), function(place) {
    name <- paste0("q", place)
    asked <- if (stats::runif(1) < 0.25) {
      list(name = name, bins = as.list(c(0, 10, 25, 60)[seq_len(pick(3:4))]))
    } else {
      list(name = name, categories = as.list(paste(name, seq_len(pick(2:4)))))
    }
    if (kind == "columns") c(asked, list(epsilon = pick(c(0.5, 1, 2, 3)))) else asked
  })
  privacy <- if (kind == "columns") list(method = "independent") else list(record_epsilon = pick(c(1, 2, 4, 6)), method = kind)
  list(survey = paste0("random-", seed), attributes = attributes, privacy = privacy)
}

# A survey that was designed and answered by the command line.
made <- function(survey, seed, folder = new_folder()) {
  path <- function(name) file.path(folder, name)
  writeLines(jsonlite::toJSON(survey, auto_unbox = TRUE, digits = NA), path("survey.json"))
  run("design", path("survey.json"), "-o", path("plan.json"))
  questions <- read_plan(path("plan.json"))$questions
  people <- pick(300:3000)
  together <- stats::runif(1)
  shared <- ifelse(stats::runif(people) < together, stats::runif(people), NA)
  truth <- lapply(questions, function(values) {
    place <- ifelse(is.na(shared), stats::runif(people)^1.5, shared)
    values[1 + floor(place * length(values))]
  })
  truth <- data.frame(truth, check.names = FALSE)
  utils::write.csv(truth, path("answers.csv"), row.names = FALSE)
  run("perturb", path("plan.json"), "--answers", path("answers.csv"), "--seed", seed, "-o", path("reports.ndjson"))
  binned <- vapply(Filter(function(of) !is.null(of$bins), survey$attributes), function(of) of$name, "")
  list(survey = survey, truth = truth, folder = folder, plan = path("plan.json"), reports = path("reports.ndjson"), path = path,
    names = names(questions), binned = binned, seed = seed)
}

new_folder <- function() {
  folder <- tempfile("case")
  dir.create(folder)
  folder
}

expect_refused <- function(compute, code) {
  refused <- expect_error(compute, class = "candor_error")
  expect_identical(refused$code, code)
  invisible(refused)
}

installed <- function(name) system.file("extdata", name, package = "candor", mustWork = TRUE)

health <- function() candor_design(read_plan(installed("health.plan.json")), installed("health.reports.csv"))

# A page of the repository.
page <- function(name) {
  root <- Sys.getenv("CANDOR_ROOT")
  skip_if(root == "", "CANDOR_ROOT does not name the repository")
  readLines(file.path(root, name), encoding = "UTF-8")
}

# The blocks of code of a page that are marked with this language.
examples <- function(lines, language = "r") {
  starts <- which(lines == paste0("```", language))
  ends <- which(lines == "```")
  lapply(starts, function(start) lines[(start + 1):(min(ends[ends > start]) - 1)])
}
