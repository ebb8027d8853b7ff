/** The `candor` program, with which tests compare, and plans that it designs. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertKept } from "./exact.mjs";

export const CANDOR = process.env.CANDOR_PROGRAM ?? fileURLToPath(new URL("../target/release/candor", import.meta.url));

/** Runs the program and returns its output; an error includes its messages. */
export function candor(...words) {
  return execFileSync(CANDOR, words, { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "pipe"] });
}

/** The text of the plan that the program designs for a survey; its promises are checked. */
export function designed(survey) {
  const folder = mkdtempSync(join(tmpdir(), "candor-design-"));
  try {
    writeFileSync(join(folder, "survey.json"), JSON.stringify(survey));
    const plan = candor("design", join(folder, "survey.json"));
    assertKept(JSON.parse(plan));
    return plan;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
