# What is raised and warned of, and work that R waits for.

candor_condition <- function(class, message, ..., call = NULL) {
  structure(class = c(class, "condition"), list(message = message, call = call, ...))
}

refuse <- function(code, message) {
  stop(candor_condition(c("candor_error", "error"), message, code = code))
}

warn <- function(messages) {
  for (message in messages) warning(candor_condition(c("candor_warning", "warning"), message))
}

# The value of a reply of the Rust side; its refusal is raised.
value_of <- function(reply) {
  if (!is.null(reply[["code"]])) refuse(reply[["code"]], reply[["message"]])
  reply[["value"]]
}

# The value of a job, for which R waits in small steps: an interrupt, looked for by Sys.sleep, tells the job to stop.
done <- function(started) {
  job <- value_of(started)
  on.exit(.Call(wrap__job_stop, job))
  repeat {
    reply <- .Call(wrap__job_outcome, job, 50L)
    if (!is.null(reply)) return(value_of(reply))
    Sys.sleep(0)
  }
}
