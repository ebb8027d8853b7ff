/** Chromium as installed, and how it does nothing on its own and shapes letters as on any other machine. */

import { execFileSync } from "node:child_process";
import { nightly } from "../nightly.mjs";

/** Where a program is, if it is here. */
function found(program) {
  try {
    return execFileSync("which", [program], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** The browser that people have. */
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

/** What the files of a run share: nightly that, and in every run the same without its windows, which opens pages at a quarter of the cost. */
export const SHARED = {
  ...CHROMIUM,
  executablePath: nightly
    ? CHROMIUM.executablePath
    : (process.env.CHROMIUM_SHELL ?? found("chromium-headless-shell") ?? CHROMIUM.executablePath),
};
