# Reads weighted samples from stdin, estimates them with the survey package, and compares shares and standard errors. Lines are
# row;sample;answer;stratum;cluster;weight;category;reports, then told;sample;kind;share;standard error;margin, with blanks between the
# numbers of a margin.
suppressPackageStartupMessages(library(survey))
options(survey.replicates.mse = TRUE)
lines <- strsplit(readLines("stdin"), ";")
rows <- Filter(function(line) line[1] == "row", lines)
columns <- as.data.frame(do.call(rbind, lapply(rows, function(line) as.numeric(line[-1]))))
names(columns) <- c("sample", "answer", "stratum", "cluster", "weight", "category", "reports")
columns <- columns[rep(seq_len(nrow(columns)), columns$reports), ]
for (line in Filter(function(line) line[1] == "told", lines)) {
  own <- columns[columns$sample == as.numeric(line[2]), ]
  people <- sum(own$weight)
  margin <- as.numeric(strsplit(line[6], " ")[[1]])
  drawn <- function(...) svydesign(weights = ~weight, data = own, ...)
  clustered <- function() drawn(ids = ~cluster, strata = ~stratum, nest = TRUE)
  matched <- function(design) {
    known <- data.frame(category = seq_along(margin) - 1, Freq = margin * people)
    postStratify(design, ~category, known)
  }
  design <- switch(line[3],
    weights = drawn(ids = ~1),
    strata = drawn(ids = ~1, strata = ~stratum),
    clusters = clustered(),
    margins = matched(clustered()),
    replicates = as.svrepdesign(drawn(ids = ~cluster), type = "JK1"),
    matched = matched(as.svrepdesign(drawn(ids = ~cluster), type = "JK1"))
  )
  found <- svymean(~answer, design)
  expected <- c(coef(found), SE(found))
  if (any(abs(as.numeric(line[4:5]) - expected) > 1e-9 * pmax(expected, 1e-6))) {
    stop(paste(paste(line, collapse = ";"), "is", paste(format(expected, digits = 12), collapse = " "), "in R"))
  }
}
cat("agreed\n")
