#' A collector's totals
#'
#' A collector that runs elsewhere is asked by its address. It estimates its totals itself, and releases them in steps; its plan is verified here.
#' [candor_table()], [candor_tables()], [candor_score()], [candor_ranking()] and the functions of survey that estimate tables take a collector as they
#' take a design. Tests and regressions need reports (`needs-a-file`): give its SQLite file or its export to [candor_design()].
#'
#' It needs the package curl. No redirection is followed: totals come from the address that was given, or not at all.
#'
#' @param address The address, such as `"https://reports.example.org"`.
#' @param token The token of a reader, where totals are not public. It is sent nowhere but to this address, and by no way but HTTPS or to this machine.
#' @param survey,plan The name of a survey, or the fingerprint of a plan, where the collector has several.
#' @return A collector, of class `candor_collector`, whose `plan` is the plan.
#' @examples
#' \dontrun{
#' collector <- candor_collector("https://reports.example.org", token = Sys.getenv("CANDOR_TOKEN"))
#' candor_table(collector, smoker, age)
#' }
#' @export
candor_collector <- function(address, token = NULL, survey = NULL, plan = NULL) {
  if (!requireNamespace("curl", quietly = TRUE)) stop("candor_collector() needs the package curl: install.packages(\"curl\")", call. = FALSE)
  address <- one(address, "address")
  parts <- regmatches(address, regexec("^(https?)://(\\[[^]]+\\]|[^][/:?#@]+)(:[0-9]+)?(/[^?#]*)?$", address))[[1]]
  if (length(parts) == 0) refuse("invalid-options", sprintf("%s is no address of a collector, such as https://reports.example.org", address))
  if (!is.null(token) && parts[2] == "http" && !parts[3] %in% c("localhost", "127.0.0.1", "[::1]")) {
    refuse("invalid-options", sprintf("%s is not HTTPS: everybody on the way could read the token", address))
  }
  address <- sub("/+$", "", address)
  ask <- function(path, query = NULL) answer_of(address, paste(c(path, query), collapse = "?"), token)
  pointer <- value_of(.Call(wrap__plan_of_text, published(ask, survey, plan), NULL))
  plan <- new_plan(pointer, value_of(.Call(wrap__plan_promises, pointer)))
  structure(class = c("candor_collector", "candor_design"), list(plan = plan, address = address, ask = ask))
}

# The document of the plan that is asked for: of the only survey, if none is named.
published <- function(ask, survey, plan) {
  if (!is.null(plan)) return(ask(paste0("/plans/", curl::curl_escape(one(plan, "plan")))))
  if (is.null(survey)) {
    survey <- unique(texts(parsed(ask("/surveys")), "survey"))
    if (length(survey) != 1) refuse("not-found", sprintf("name one of the collector's surveys: it has %s", toString(c(survey, "none"[length(survey) == 0]))))
  }
  ask(paste0("/surveys/", curl::curl_escape(one(survey, "survey"))))
}

# The text that a collector answers with; what it refuses is raised.
answer_of <- function(address, path, token) {
  handle <- curl::new_handle(followlocation = FALSE, timeout = 120)
  if (!is.null(token)) curl::handle_setheaders(handle, Authorization = paste("Bearer", one(token, "token")))
  failed <- function(cause) refuse("io", sprintf("%s: %s", address, conditionMessage(cause)))
  answer <- tryCatch(curl::curl_fetch_memory(paste0(address, path), handle), error = failed)
  text <- rawToChar(answer$content)
  Encoding(text) <- "UTF-8"
  read <- tryCatch(parsed(text), error = function(cause) NULL)
  if (answer$status_code == 200 && !is.null(read)) return(text)
  if (is.list(read) && is.character(read$code) && is.character(read$detail)) refuse(read$code, read$detail)
  refuse("io", sprintf("%s: what answers, with status %d, is no collector", address, answer$status_code))
}

# The result of a kind, of the collector's totals.
collected <- function(collector, kind, options) {
  of_statistics <- c("of", "by", "quantiles", "confidence")
  known <- switch(kind,
    estimate = c("tables", "given", "method", "confidence", "population", "robust", "valid", "covariance"), scores = of_statistics, rankings = of_statistics
  )
  options <- Filter(function(of) length(of) > 0 && !identical(of, FALSE), options)
  refused <- if (is.null(known)) kind else setdiff(names(options), known)
  if (length(refused) > 0) {
    refuse("needs-a-file", sprintf("a collector does not compute %s: give its reports to candor_design()", toString(refused)))
  }
  query <- unlist(lapply(names(options), function(name) paste0(name, "=", curl::curl_escape(parameter(name, options[[name]])))))
  json <- collector$ask(paste0("/", kind, if (kind == "estimate") "s"), paste(c(query, paste0("plan=", collector$plan$fingerprint)), collapse = "&"))
  document <- parsed(json)
  if (kind != "estimate") {
    warn(unlist(document$warnings))
    return(list(json = json, text = jsonlite::prettify(json)))
  }
  list(json = json, text = paste(vapply(document$tables, shown, "", document$n), collapse = "\n"))
}

# The values of a parameter: several tables, scores or rankings are several parameters, other lists are joined by commas.
parameter <- function(name, of) {
  values <- vapply(of, function(one) if (is.numeric(one)) as.character(numerals(one)) else if (isTRUE(one)) "true" else one, "", USE.NAMES = FALSE)
  if (name %in% c("tables", "of")) values else paste(values, collapse = ",")
}

# A table of a collector as text.
shown <- function(table, n) {
  said <- sprintf("%s (%s reports)", paste(unlist(table$attributes), collapse = " \u00d7 "), format(n, big.mark = ","))
  frame <- as.data.frame.candor_table(list(table = table))
  paste0(c(said, utils::capture.output(print(frame, digits = 4, row.names = FALSE)), ""), collapse = "\n")
}

#' @export
nobs.candor_collector <- function(object, ...) {
  own <- Filter(function(of) of$fingerprint == object$plan$fingerprint, parsed(object$ask("/surveys")))
  if (length(own) == 0) 0 else as.double(own[[1]]$reports)
}

#' @export
print.candor_collector <- function(x, ...) {
  cat("Collector ", x$address, ": ", x$plan$survey, "\n", sep = "")
  invisible(x)
}
