#' Designs: a plan and its reports
#'
#' What [survey::svydesign()] is to a sample, `candor_design()` is to reports of a plan: what [candor_table()], [svymean][candor-survey], [candor_glm()]
#' and all others estimate from. Reports are counted as they are read, and are not kept; a table that was not counted is counted when it is asked for,
#' by reading the sources again.
#'
#' With `weights`, `strata`, `ids` or `population` reports weigh differently; such a design estimates tables of the population, with
#' [candor_table()], [svymean][candor-survey] and [svytable][candor-survey], scores with [candor_score()] and rankings with [candor_ranking()]. Its reports are
#' files, with these columns in clear.
#'
#' @param plan A plan, or the name of its file.
#' @param ... Files (CSV, JSON lines, Parquet, a collector's SQLite file) and data frames, with the perturbed answers under the names of
#'   questions. A report that comes again under the same id counts once.
#' @param tables The tables to count at once: `"pairs"` for every question and every pair, or a list of tables, each a formula or a character vector.
#' @param corrects Earlier plans that this plan corrects, whose reports count too.
#' @param counts Instead of reports, counts that were made elsewhere by `candor count --format json` or a query of `candor sql`: a file, or the document.
#' @param weights,strata,ids Formulas with a column each, as for [survey::svydesign()]: the weight of a report, its sampling stratum, its cluster.
#' @param population Margins of the population to rake to: a list such as `list(region = c(north = 0.3, south = 0.7))`.
#' @param missing_at_random A formula with the columns within whose groups answers are missing at random.
#' @param ignore A formula with columns that are ignored.
#' @param replicates The number of replicate groups for standard errors.
#' @return A design.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' des <- candor_design(plan, system.file("extdata", "health.reports.csv", package = "candor"))
#' des
#' candor_table(des, smoker)
#' @export
candor_design <- function(plan, ..., tables = "pairs", corrects = list(), counts = NULL, weights = NULL, strata = NULL, ids = NULL,
                          population = NULL, missing_at_random = NULL, ignore = NULL, replicates = NULL) {
  if (is.character(plan)) plan <- read_plan(plan)
  own(plan)
  sources <- list(...)
  if (!is.null(counts)) {
    if (length(sources) > 0) refuse("invalid-options", "give either reports or counts")
    return(new_design(plan, function(tables) counted(plan, counts), list()))
  }
  if (length(sources) == 0) refuse("invalid-options", "give at least one source of reports, or counts")
  weighing <- options_of(
    weight = column(weights), stratum = column(strata), cluster = column(ids), replicates = replicates,
    missing_at_random = if (!is.null(missing_at_random)) many(names_in(missing_at_random)),
    ignore = if (!is.null(ignore)) many(names_in(ignore))
  )
  if (length(weighing) > 0 || !is.null(population)) return(weighted_design(plan, sources, population, weighing))
  pairs <- identical(tables, "pairs")
  named <- if (pairs) plan$plain else table_names(tables)
  sources <- lapply(sources, source_of)
  earlier <- unname(lapply(if (inherits(corrects, "candor_plan")) list(corrects) else corrects, own))
  count <- function(tables) {
    done(.Call(wrap__reports_read, own(plan), sources, as.character(union(named, tables)), pairs, earlier))
  }
  new_design(plan, count, sources)
}

# A design whose reports `count` counts into the tables that it is given, beside those that it always counts.
new_design <- function(plan, count, sources) {
  held <- new.env(parent = emptyenv())
  held$counts <- count(character())
  held$asked <- character()
  structure(list(plan = plan, count = count, sources = sources, held = held), class = "candor_design")
}

counted <- function(plan, counts) {
  text <- if (is.list(counts)) written(counts) else text_of(one(counts, "counts"))
  value_of(.Call(wrap__reports_counted, own(plan), text))
}

# The name of a file, or a data frame whose factors are text.
source_of <- function(source) {
  if (is.data.frame(source)) return(frame_of(source))
  path.expand(one(source, "a source of reports"))
}

frame_of <- function(frame) {
  if (!is.data.frame(frame)) refuse("invalid-options", "people are rows of a data frame")
  lapply(as.list(frame), function(column) {
    if (is.character(column) || is.factor(column)) return(enc2utf8(as.character(column)))
    # Of another class, such as dates, a number is not what it seems.
    if (is.object(column)) list() else column
  })
}

column <- function(formula) {
  names <- names_in(formula)
  if (length(names) > 1) refuse("invalid-options", "weights, strata and ids take one column each")
  if (length(names) == 0) NULL else names
}

# The counts of a design, of which those tables that a result takes are counted first.
counts_for <- function(design, kind, options) {
  counts <- counts_held(design)
  if (length(design$sources) == 0) return(counts)
  needed <- value_of(.Call(wrap__plan_needed, own(design$plan), kind, options))
  missing <- setdiff(needed, .Call(wrap__counts_about, counts)$tables)
  if (length(missing) == 0) return(counts)
  design$held$asked <- union(design$held$asked, missing)
  design$held$counts <- design$count(design$held$asked)
}

# The result of a kind, computed in Rust.
computed <- function(design, kind, options, other = NULL) {
  if (inherits(design, "candor_collector")) return(collected(design, kind, options))
  if (inherits(design, "candor_weighted_design") && kind %in% c("scores", "rankings")) return(weighted_for(design, kind, options))
  if (!inherits(design, "candor_design")) refuse("invalid-options", "not a design of candor_design() without weights")
  counts <- counts_for(design, kind, options)
  other <- if (is.null(other)) NULL else counts_for(other, kind, options)
  done(.Call(wrap__counts_computed, counts, kind, options, other))
}

#' @export
print.candor_design <- function(x, ...) {
  cat("Survey under local differential privacy, record \u03b5 ", format(x$plan$promised$document$record, digits = 4), "\n", sep = "")
  cat(x$plan$survey, ": ", .Call(wrap__counts_about, counts_held(x))$summary, "\n", sep = "")
  cat("Questions: ", paste(names(x$plan$questions), collapse = ", "), "\n", sep = "")
  invisible(x)
}

# The counts as they are, counted again where they were lost with another session.
counts_held <- function(design) {
  if (inherits(design, "candor_collector")) refuse("needs-a-file", "a collector gives no counts: give its reports to candor_design()")
  if (is_lost(design$held$counts)) design$held$counts <- design$count(design$held$asked)
  design$held$counts
}

#' @importFrom stats nobs
#' @export
nobs.candor_design <- function(object, ...) .Call(wrap__counts_about, counts_held(object))$n

#' @export
candor_document.candor_design <- function(x) parsed(value_of(.Call(wrap__counts_document, counts_held(x)))$json)

#' Reports of imagined people
#'
#' Perturbs the answers of imagined people by the law of a plan, as `candor perturb --seed` does. Whoever knows the seed can subtract the noise:
#' this is for experiments.
#'
#' @param object A plan.
#' @param nsim The number of surveys; with more than one the result is a list of designs, of the seeds from `seed` on.
#' @param seed The seed.
#' @param ... Not used.
#' @param data A data frame whose rows are people: text or numbers under the names of questions; `NA` is no answer.
#' @param n If given, that many people are drawn, each from all rows.
#' @param tables Tables to count, beside every question and every pair.
#' @return A design.
#' @examples
#' plan <- read_plan(system.file("extdata", "health.plan.json", package = "candor"))
#' people <- data.frame(smoker = c("no", "yes"), age = c(20, 50), region = c("north", "south"))
#' simulate(plan, data = people, n = 1000)
#' @importFrom stats simulate
#' @export
simulate.candor_plan <- function(object, nsim = 1, seed = 1, ..., data, n = NULL, tables = list()) {
  if (nsim != 1) {
    return(lapply(seq_len(nsim), function(place) simulate(object, seed = seed + place - 1, data = data, n = n, tables = tables)))
  }
  people <- frame_of(data)
  if (!is.null(n)) n <- as.double(n)
  named <- c(object$plain, table_names(tables))
  count <- function(tables) {
    done(.Call(wrap__reports_simulated, own(object), people, n, as.double(seed), as.character(union(named, tables))))
  }
  new_design(object, count, list(people))
}
