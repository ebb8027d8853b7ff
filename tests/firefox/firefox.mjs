/** Firefox as installed, in a fresh profile unless another is given, and pages of it. */

import { execFileSync } from "node:child_process";
import puppeteer from "puppeteer-core";

const FIREFOX = process.env.FIREFOX ?? execFileSync("which", ["firefox-esr"], { encoding: "utf8" }).trim();

export const openFirefox = (options = {}) =>
  puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true, ...options });

/** A page of its own storage, with the script errors it had, and the lines of what it sends and says, once they are known. */
export async function openPage(firefox, address = "about:blank") {
  const context = await firefox.createBrowserContext();
  const page = await context.newPage();
  const [faults, lines] = [[], []];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => lines.push(message.text()));
  page.on("request", (request) => {
    const line = told(request);
    // It fails where it is looked at, and not where the page is closed meanwhile.
    line.catch(() => {});
    lines.push(line);
  });
  await page.goto(address);
  return { page, faults, lines, close: () => context.close() };
}

/** What a request tells: method, address, where it is from, and body. */
async function told(request) {
  const body = request.hasPostData() ? await request.fetchPostData() : "";
  return `${request.method()} ${request.url()} ${request.headers().referer ?? ""} ${body}`;
}
