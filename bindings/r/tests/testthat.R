library(testthat)
library(candor)

test_check("candor")
