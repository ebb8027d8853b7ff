// runtimes.test.mjs runs this in a folder where the package is installed. It removes globals, calls every public function with invalid
// arguments, and prints every thrown value that is not a refusal with a code of docs/errors.md.

const [, , document_, codes, ...missing] = process.argv;
const document = JSON.parse(document_);
const known = new Set(JSON.parse(codes));
const source = (name) => import(`./node_modules/candor/dist/${name}.js`);
for (const name of missing) delete globalThis[name];

const unreadable = Object.defineProperty({}, "retries", {
  enumerable: true,
  get() {
    throw new TypeError("unreadable");
  },
});
const cyclic = {};
cyclic.self = cyclic;
const HOSTILE = [
  undefined,
  null,
  NaN,
  -1,
  1n,
  "{",
  "x",
  [],
  [null],
  {},
  () => {},
  new Map(),
  Object.create(null),
  Symbol("s"),
];
HOSTILE.push(unreadable, cyclic, Promise.resolve("text"), document, { attributes: null, forms: null });

const wrong = [];
let refused = 0;

async function ask(what, run) {
  try {
    await run();
  } catch (thrown) {
    if (thrown?.name === "CandorError" && known.has(thrown.code)) refused += 1;
    else wrong.push(`${what}: ${thrown?.stack ?? String(thrown)}`);
  }
}

async function askAll(what, call, plan) {
  for (const [i, hostile] of HOSTILE.entries())
    for (const [how, given] of Object.entries({
      alone: [hostile],
      second: [plan, hostile],
      third: [plan, ["smoker"], hostile],
      fourth: [plan, ["smoker"], [1, 2], hostile],
      thrice: [hostile, hostile, hostile],
    }))
      await ask(`${what} ${how} ${i}`, () => call(...given));
}

const FUNCTIONS = {
  index: ["loadPlan"],
  js: ["loadPlan"],
  slim: ["init", "loadPlan"],
  analysis: ["countReports", "estimable", "estimate", "estimates", "estimatesCsv", "model", "tests", "testsCsv"],
  design: ["annex", "design", "expectations", "faults", "label", "power", "registryEntry", "simulate"],
  form: ["answersOf", "bind"],
  order: ["shown"],
  sentences: ["factor", "posterior", "sentences"],
  invited: ["invited"],
  withdrawable: ["withdrawable"],
};
for (const [entry, names] of Object.entries(FUNCTIONS)) {
  let exported;
  await ask(`import of ${entry}`, async () => {
    exported = await source(entry);
  });
  for (const name of exported ? names : []) await askAll(`${entry}.${name}`, exported[name], document);
}

const { loadPlan } = await source("js");
const answers = { smoker: "yes", age: 27, income: null };
await ask("methods", async () => {
  const plan = await loadPlan(document, { storage: "memory" });
  for (const method of [
    "names",
    "questions",
    "respond",
    "submit",
    "resend",
    "ledger",
    "kept",
    "told",
    "perturb",
    "forget",
  ])
    await askAll(`plan.${method}`, (...given) => plan[method](...given), answers);
  await plan.respond(answers);
  const fetched = [undefined, null, {}, { ok: true }, { ok: true, body: 5 }, { ok: false, headers: null }];
  for (const [i, response] of fetched.entries())
    await ask(`response ${i}`, () => plan.submit(answers, { endpoint: "x", fetch: () => response, retries: 0 }));
  const { default: Extension } = await source("jspsych");
  await askAll("jspsych", (...given) => new Extension({}).initialize(...given), plan);
  await askAll("jspsych submit", (...given) => new Extension({}).submit(...given), plan);
  const [{ invited }, { withdrawable }] = [await source("invited"), await source("withdrawable")];
  const blind = { fingerprint: plan.fingerprint, invitations: "blind" };
  for (const collector of ["x", "https://[", new (globalThis.URL ?? Object)("https://127.0.0.1:9/")]) {
    await ask("invited", () =>
      invited(blind, { collector, link: "x#invitation=A&key=B", storage: "memory", fetch: () => {} }),
    );
    await ask("withdrawable", async () => {
      const own = await withdrawable(plan, { collector, storage: "memory", fetch: () => {} });
      await own.withdraw();
    });
  }
});

process.stdout.write(JSON.stringify({ refused, wrong: wrong.slice(0, 10) }));
