#!/usr/bin/env python3
"""Runs a query that `candor sql` wrote, and writes its rows as CSV.

  engines.py sqlite|postgres QUERY REPORTS.csv COUNTS     loads the reports into a table `reports` first
  engines.py duckdb|spark QUERY REPORTS.parquet COUNTS    the query names the file itself

PostgreSQL is the server that CANDOR_POSTGRES names, reached by psql. Spark is the master that CANDOR_SPARK names, or two threads of this process.
With CANDOR_KILL_WORKER, one of Spark's workers is killed while the query runs; the master then has to be a `local-cluster`.
"""

import csv
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time


def header_of(reports):
    with open(reports, newline="", encoding="utf-8") as file:
        return next(csv.reader(file))


def columns(reports):
    quoted = ('"' + name.replace('"', '""') + '" text' for name in header_of(reports))
    return ", ".join(quoted)


def written(rows, names, counts):
    with open(counts, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(["" if cell is None else cell for cell in row] for row in rows)


def in_sqlite(query, reports, counts):
    database = sqlite3.connect("")
    database.execute(f"CREATE TABLE reports ({columns(reports)})")
    places = ", ".join("?" * len(header_of(reports)))
    with open(reports, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        database.executemany(f"INSERT INTO reports VALUES ({places})", rows)
    found = database.execute(query)
    written(found, [name for name, *_ in found.description], counts)


def in_postgres(query, reports, counts):
    psql = ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--csv", os.environ["CANDOR_POSTGRES"]]
    script = (
        "BEGIN;\n"
        f"CREATE TEMPORARY TABLE reports ({columns(reports)}) ON COMMIT DROP;\n"
        f"\\copy reports FROM '{reports}' CSV HEADER\n"
        f"{query}\nROLLBACK;\n"
    )
    with open(counts, "w", encoding="utf-8") as file:
        subprocess.run(psql, input=script, stdout=file, text=True, check=True)


def in_duckdb(query, _, counts):
    import duckdb

    found = duckdb.connect().execute(query)
    written(found.fetchall(), [name for name, *_ in found.description], counts)


def in_spark(query, _, counts):
    from pyspark.sql import SparkSession

    master = os.environ.get("CANDOR_SPARK", "local[2]")
    session = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )
    if os.environ.get("CANDOR_KILL_WORKER"):
        threading.Thread(target=kill_a_worker, args=(session.sparkContext,), daemon=True).start()
    found = session.sql(query.rstrip().rstrip(";"))
    written(found.collect(), found.columns, counts)
    session.stop()


def kill_a_worker(context):
    """Kills one executor of a local cluster as soon as a stage of the query runs."""
    tracker = context.statusTracker()
    while not tracker.getActiveStageIds():
        time.sleep(0.05)
    listed = subprocess.run(["jps", "-l"], capture_output=True, text=True, check=True).stdout
    own = [line.split()[0] for line in listed.splitlines() if "CoarseGrainedExecutorBackend" in line]
    os.kill(int(own[0]), signal.SIGKILL)
    print(f"killed 1 of {len(own)} workers", file=sys.stderr)


def main():
    engine, query, reports, counts = sys.argv[1:]
    run = {"sqlite": in_sqlite, "postgres": in_postgres, "duckdb": in_duckdb, "spark": in_spark}[engine]
    with open(query, encoding="utf-8") as file:
        run(file.read(), reports, counts)


if __name__ == "__main__":
    main()
