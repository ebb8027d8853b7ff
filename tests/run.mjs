/**
 * Runs the test files of a ring, `node run.mjs npm`, or some of them, `node run.mjs browser browser/read.test.mjs`, which then also take pictures.
 * Whatever all files of a run use is made once: the installed package, a browser, and built examples. A file can also be run alone, with `node --test`.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { SHARED } from "./browser/chromium.mjs";
import { nightly } from "./nightly.mjs";
import { install } from "./npm/installed.mjs";

/** Milliseconds after which a file has failed, because it must be hanging; the others continue. */
const DEADLINE = 900_000;

const [ring, ...some] = process.argv.slice(2);
const files = readdirSync(join(import.meta.dirname, ring)).filter(
  (name) => name.endsWith(".test.mjs") && (nightly || !name.endsWith(".nightly.test.mjs")),
);
const shared = mkdtempSync(join(tmpdir(), "candor-run-"));
const environment = { ...process.env, CANDOR_BUILDS: join(shared, "builds") };
mkdirSync(environment.CANDOR_BUILDS);
if (some.length === 0 && !nightly) environment.CANDOR_PICTURES = "no";

let browser;
try {
  if (["npm", "matrix"].includes(ring)) {
    environment.CANDOR_INSTALLED = join(shared, "installed");
    mkdirSync(environment.CANDOR_INSTALLED);
    install(environment.CANDOR_INSTALLED);
  }
  if (["browser", "matrix", "pictures", "site"].includes(ring)) {
    browser = await chromium.launchServer(SHARED);
    environment.CANDOR_BROWSER = browser.wsEndpoint();
  }
  process.exitCode = await tested(some.length > 0 ? some : files.map((name) => join(ring, name)));
} finally {
  await browser?.close();
  rmSync(shared, { recursive: true });
}

/** The exit code of the tests. Their processes are in a group, so that any that are left end with the tests. */
async function tested(files) {
  // One more than processors, as tests of pages also wait for networks that are slow and for totals that are told in steps.
  const how = [`--test-concurrency=${availableParallelism() + 1}`, "--test-force-exit", `--test-timeout=${DEADLINE}`];
  const tests = spawn(process.execPath, ["--test", ...how, ...files], {
    cwd: import.meta.dirname,
    detached: true,
    env: environment,
    stdio: "inherit",
  });
  const end = () => {
    try {
      process.kill(-tests.pid, "SIGKILL");
    } catch {
      // No process is left.
    }
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  const [code] = await once(tests, "exit");
  end();
  return code ?? 1;
}
