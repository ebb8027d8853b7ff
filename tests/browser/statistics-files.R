# Reads a file of Stata or SPSS with haven and writes, tab by tab, the name and the label of every variable and its numbers with all digits, and
# then the labels of its codes.
file <- commandArgs(trailingOnly = TRUE)[1]
frame <- if (endsWith(file, ".dta")) haven::read_dta(file) else haven::read_sav(file)
for (name in names(frame)) {
  column <- frame[[name]]
  numbers <- as.double(column)
  labels <- attr(column, "labels")
  digits <- ifelse(is.na(numbers), "null", sprintf("%.17g", numbers))
  codes <- paste0(sprintf("%.17g", as.double(labels)), "=", names(labels))
  writeLines(enc2utf8(paste(c(name, attr(column, "label"), digits, if (length(labels) > 0) codes), collapse = "\t")), useBytes = TRUE)
}
