/** Answers from what was stored at installation; a new version of any file needs a new name here. */
const STORED = "health-interviews-1";
const FILES = [
  "./",
  "./page.css",
  "./page.js",
  "./plan.json",
  "./icon.svg",
  "./manifest.webmanifest",
  "./candor/elements.js",
  "./candor/index.js",
  "./candor/sentences.js",
];

async function install() {
  const stored = await caches.open(STORED);
  await stored.addAll(FILES);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== STORED) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request) {
  const stored = await caches.open(STORED);
  return (await stored.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
