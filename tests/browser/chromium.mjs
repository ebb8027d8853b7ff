/** The installed Chromium, with arguments that keep it from doing anything on its own and make it draw letters as on any other machine. */

import { execFileSync } from "node:child_process";
import { nightly } from "../nightly.mjs";

/** The path of a program, if it is installed. */
function found(program) {
  try {
    return execFileSync("which", [program], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** Chromium as people use it. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? found("chromium"),
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
  ],
};

/** The browser that the files of a run share: nightly Chromium itself, otherwise Chromium without windows, which opens pages at a quarter of the cost. */
export const SHARED = {
  ...CHROMIUM,
  executablePath: nightly
    ? CHROMIUM.executablePath
    : (process.env.CHROMIUM_SHELL ?? found("chromium-headless-shell") ?? CHROMIUM.executablePath),
};
