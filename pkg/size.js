// Prints what verifying and perturbing take: the bytes of the mechanism alone after gzip -9. With "parts", what all of index.js is
// for. Needs dist/wasm.
import { execFileSync } from "node:child_process";
import { assembled } from "./assemble.js";

/** The sources of each part, the first that fits. */
const PARTS = {
  "starting it, and what surrounds it": /\/(base64|embedded|instance|mechanism|module|perturbing|starter)\.ts$/,
  "verifying plans": /\/(canonical|signature)\.ts$|\/verify\//,
  "what is promised, and told of a report": /\/(forms|promises|told)\.ts$/,
  answers: /\/(encode|plain|questions)\.ts$/,
  "keeping reports, corrections and waves": /\/(kept|revision|family|drawing)\.ts$|\/store\//,
  sending: /\/(limits|request|retry|submit)\.ts$/,
  "fetching plans, their languages, what the page chose": /./,
};

const bundled = (contents) =>
  assembled(
    { stdin: { contents, resolveDir: `${import.meta.dirname}/src` }, external: ["./javascript.js"] },
    "esm",
    "candor",
  );

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
  for (const [part, kilobytes] of shares(await bundled('export * from "./index.js";')))
    console.log(`${kilobytes.toFixed(1).padStart(6)} KB  ${part}`);
else console.log(gzipped((await bundled('export * from "./mechanism.js"; export * from "./module.js";')).code));
