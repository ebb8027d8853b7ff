# Recomputes every statistic on stdin with base R. A line is kind, columns or scores, counts, statistic, p-value, separated by
# semicolons.
numbers <- function(text) as.numeric(strsplit(text, " ")[[1]])
for (line in readLines("stdin")) {
  parts <- strsplit(line, ";")[[1]]
  counts <- numbers(parts[3])
  given <- numbers(parts[2])
  found <- switch(parts[1],
    chi2 = suppressWarnings(chisq.test(matrix(counts, ncol = given, byrow = TRUE), correct = FALSE)),
    trend = {
      table <- matrix(counts, ncol = 2, byrow = TRUE)
      suppressWarnings(prop.trend.test(table[, 2], rowSums(table), given))
    },
    fit = suppressWarnings(chisq.test(counts, p = given)),
    tdt = mcnemar.test(matrix(c(0, counts[1], counts[2], 0), 2), correct = FALSE),
    holm = list(statistic = 0, p.value = p.adjust(counts, "holm")),
    bh = list(statistic = 0, p.value = p.adjust(counts, "BH"))
  )
  near <- function(one, other) all(abs(one - other) <= 1e-9 * pmax(abs(other), 1e-12))
  if (!near(numbers(parts[4]), found$statistic) || !near(numbers(parts[5]), found$p.value)) {
    stop(paste(line, "is", found$statistic, paste(found$p.value, collapse = " "), "in R"))
  }
}
cat("agreed\n")
