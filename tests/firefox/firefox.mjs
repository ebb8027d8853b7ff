/** Firefox as installed, in a fresh profile, and pages of it. */

import { execFileSync } from "node:child_process";
import puppeteer from "puppeteer-core";
import { showing as shownIn } from "../browser/enclosed.mjs";

const FIREFOX = process.env.FIREFOX ?? execFileSync("which", ["firefox-esr"], { encoding: "utf8" }).trim();

export const openFirefox = () => puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true });

/** A page of its own storage, with the script errors it had, and what it asked for: method, address and body, once it is known. */
export async function openPage(firefox, address) {
  const context = await firefox.createBrowserContext();
  const page = await context.newPage();
  const [faults, asked] = [[], []];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => asked.push(told(request)));
  await page.goto(address);
  return { page, faults, asked, close: () => context.close() };
}

async function told(request) {
  const body = request.hasPostData() ? await request.fetchPostData() : "";
  return `${request.method()} ${request.url()} ${body}`;
}

/** The document, the page's own or one enclosed in it, that shows this, once there is one. */
export const showing = (page, text) => shownIn(() => page.frames(), text);
