/** The installed Firefox, in a fresh profile unless another is given, and its pages. */

import { execFileSync } from "node:child_process";
import puppeteer from "puppeteer-core";

const FIREFOX = process.env.FIREFOX ?? execFileSync("which", ["firefox-esr"], { encoding: "utf8" }).trim();

export const openFirefox = (options = {}) =>
  puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true, ...options });

/** A page with its own storage, its script errors, and promises of the lines that it sends and prints. */
export async function openPage(firefox, address = "about:blank") {
  const context = await firefox.createBrowserContext();
  const page = await context.newPage();
  const [faults, lines] = [[], []];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => lines.push(message.text()));
  page.on("request", (request) => {
    const line = told(request);
    // A failure counts only where a test looks at the line, not if the page is closed meanwhile.
    line.catch(() => {});
    lines.push(line);
  });
  await page.goto(address);
  return { page, faults, lines, close: () => context.close() };
}

/** A request as text: method, address, referrer and body. */
async function told(request) {
  const body = request.hasPostData() ? await request.fetchPostData() : "";
  return `${request.method()} ${request.url()} ${request.headers().referer ?? ""} ${body}`;
}
