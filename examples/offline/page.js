import "./candor/elements.js";

const status = document.getElementById("status");

await navigator.serviceWorker.register("./worker.js", { type: "module" });
await navigator.serviceWorker.ready;
status.textContent = "This page works without a network.";
