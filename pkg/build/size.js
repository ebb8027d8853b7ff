// Prints what verifying and perturbing take: the bytes of the mechanism alone after gzip -9. With "parts", what all of index.js is
// for. Needs dist/wasm.
import { execFileSync } from "node:child_process";
import { assembled, LINES } from "./assemble.js";

/** The sources of each part, the first that fits. */
const PARTS = {
  "starting it, and what surrounds it": /\/engine\/|\/(base64|mechanism)\.ts$/,
  "verifying plans": /\/(canonical|verify)\.ts$|\/verify\/(?!forms)/,
  "what is promised, and told of a report": /\/(decode|forms|promises)\.ts$/,
  answers: /\/(encode|plain|questions)\.ts$/,
  "keeping reports, corrections and waves": /\/(kept|revision|family|drawing)\.ts$|\/store\//,
  sending: /\/http\//,
  "fetching plans, their languages, what the page chose": /./,
};

const bundled = (contents) =>
  assembled({ stdin: { contents, resolveDir: `${import.meta.dirname}/../src` }, external: ["./js/engine.js"] }, "esm", {
    line: LINES.index,
    module: "candor",
  });

/** By gzip itself: the zlib of runtimes differs by hundreds of bytes. */
const gzipped = (code) => Number(execFileSync("gzip", ["-9", "--no-name", "--stdout"], { input: code }).length);

/** Kilobytes of each part: the module's are what is saved without it, all else shares the rest by its length. */
function shares({ code, inputs }) {
  const rest = gzipped(code.replace(/MODULE="[^"]*"/, ""));
  const lengths = Object.fromEntries(Object.keys(PARTS).map((part) => [part, 0]));
  for (const [path, { bytesInOutput }] of Object.entries(inputs))
    lengths[Object.keys(PARTS).find((part) => PARTS[part].test(path))] += bytesInOutput;
  const sum = Object.values(lengths).reduce((sum, length) => sum + length);
  const share = (length) => (length / sum) * (rest / 1000);
  return [
    ["the module", (gzipped(code) - rest) / 1000],
    ...Object.entries(lengths).map(([part, length]) => [part, share(length)]),
  ];
}

if (process.argv[2] === "parts")
  for (const [part, kilobytes] of shares(await bundled('export * from "./entries/index.js";')))
    console.log(`${kilobytes.toFixed(1).padStart(6)} KB  ${part}`);
else
  console.log(
    gzipped((await bundled('export * from "./device/mechanism.js"; export * from "./engine/start.js";')).code),
  );
