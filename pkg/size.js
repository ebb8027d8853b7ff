// Prints what perturbing takes, wasm and glue: the bytes of the mechanism alone after gzip -9. With "parts", what all of index.js is for.
// Needs dist/wasm.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The sources of each part; of those that are left, reading and verifying plans. */
const PARTS = {
  "the module": /_deflated\.js$/,
  "starting it, and its glue": /\/wasm\/candor\.js$|\/(base64|embedded|inflate|module|perturbing)\.ts$/,
  "what is promised, and told of a report": /\/(forms|promises|told)\.ts$/,
  answers: /\/(encode|plain|questions)\.ts$/,
  "keeping reports, corrections and waves": /\/(kept|revision|family|drawing)\.ts$|\/store\//,
  "sending and fetching": /\/(limits|request|retry|submit)\.ts$/,
  "reading and verifying plans": /./,
};

async function bundled(contents) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: `${import.meta.dirname}/src` },
    absWorkingDir: import.meta.dirname,
    inject: ["dist/wasm/candor_deflated.js"],
    bundle: true,
    external: ["./unzlib.js", "./javascript.js"],
    metafile: true,
    write: false,
    format: "esm",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
  });
  return { code: outputFiles[0].text, inputs: Object.values(metafile.outputs)[0].inputs };
}

const gzipped = (code) => gzipSync(code, { level: 9 }).length;

/** Kilobytes of each part: the module's are what is saved without it, all else shares the rest by its length. */
function shares({ code, inputs }) {
  const without = code.replace(/"[\w+/=]{10000,}"/, "");
  const lengths = Object.fromEntries(Object.keys(PARTS).map((part) => [part, 0]));
  for (const [path, { bytesInOutput }] of Object.entries(inputs))
    lengths[Object.keys(PARTS).find((part) => PARTS[part].test(path))] += bytesInOutput;
  lengths["the module"] = (gzipped(code) / gzipped(without) - 1) * without.length;
  const sum = Object.values(lengths).reduce((sum, length) => sum + length);
  return Object.entries(lengths).map(([part, length]) => [part, (length / sum) * (gzipped(code) / 1000)]);
}

if (process.argv[2] === "parts")
  for (const [part, kilobytes] of shares(await bundled('export * from "./index.js";')))
    console.log(`${kilobytes.toFixed(1).padStart(6)} KB  ${part}`);
else console.log(gzipped((await bundled('export * from "./mechanism.js"; export * from "./module.js";')).code));
