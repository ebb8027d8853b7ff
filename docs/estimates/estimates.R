# Estimates in R: the CSV that `candor estimate` writes. Base R only.
#
#   candor estimate plan.json reports.ndjson --tables smoker,age --format csv > estimates.csv
#   Rscript estimates.R estimates.csv

# One row a cell. Categories stay text: "18" is a category, not a number.
read_estimates <- function(path) {
  frame <- read.csv(path, colClasses = "character", check.names = FALSE, encoding = "UTF-8")
  numbers <- c("estimate", "standard_error", "lower", "upper", "confidence", "n", "condition")
  frame[numbers] <- lapply(frame[numbers], as.numeric)
  frame
}

# A table of two attributes with its rows and columns, in the order of the plan.
cross_table <- function(frame, rows, columns) {
  cells <- frame[frame$table == paste(rows, columns, sep = ","), ]
  in_order <- function(values) factor(values, levels = unique(values))
  tapply(cells$estimate, list(in_order(cells[[rows]]), in_order(cells[[columns]])), sum)
}

estimates <- read_estimates(commandArgs(trailingOnly = TRUE)[1])
print(estimates, digits = 4, row.names = FALSE)
for (table in unique(estimates$table)) {
  attributes <- strsplit(table, ",")[[1]]
  if (length(attributes) == 2) print(cross_table(estimates, attributes[1], attributes[2]), digits = 3)
}
