/** Plans are verified on the device: which are refused, and with which code. */

import assert from "node:assert/strict";
import { createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { PLANS } from "../known-answers/cases.mjs";
import { candor } from "../program.mjs";
import { HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const plan = project.design(HEALTH);

/** The code with which a plan is refused after `change`. */
async function refusal(change, options) {
  const document = structuredClone(plan);
  change(document);
  const error = await loadPlan(document, options).then(
    () => assert.fail("it was accepted"),
    (refused) => refused,
  );
  assert.equal(error.name, "CandorError");
  return error.code;
}

test("a plan shows its questions and its recomputed promises", async () => {
  const { survey, title, fingerprint, attributes, promises } = await loadPlan(plan);
  assert.deepEqual(
    { survey, title, fingerprint },
    { survey: HEALTH.survey, title: HEALTH.title, fingerprint: plan.fingerprint },
  );
  assert.deepEqual(attributes[0], {
    name: "smoker",
    question: "Do you smoke?",
    optional: false,
    categories: [
      { value: "no", label: "no" },
      { value: "yes", label: "Yes, I do" },
    ],
  });
  assert.deepEqual(attributes[1].bins, [18, 30, 45, 60, null]);
  assert.deepEqual(
    attributes[2].categories.map(({ value }) => value),
    ["<1000", "[1000,3000)", "≥3000", "no answer"],
  );
  assert.equal(attributes[2].optional, true);
  assert.equal(promises.record, plan.privacy.record);
  const stated = plan.privacy.attributes.map(({ name, column, attribute }) => ({ name, column, attribute }));
  assert.deepEqual(
    promises.attributes.map(({ asAnswered, asked, ...levels }) => levels),
    stated,
  );
});

test("a loaded plan cannot be changed, nor through the document it was made from", async () => {
  const document = structuredClone(plan);
  const loaded = await loadPlan(document);
  document.attributes[0].name = "changed";
  assert.equal(loaded.attributes[0].name, "smoker");
  assert.throws(() => (loaded.promises.record = 0), TypeError);
  assert.throws(() => (loaded.attributes[0].categories[0].value = "maybe"), TypeError);
  assert.throws(() => (loaded.respond = null), TypeError);
});

test("a record ε above the cap is refused, also above the cap that holds when none is given", async () => {
  const { record } = plan.privacy;
  assert.equal(await refusal(() => {}, { maxRecordEpsilon: record - 1e-9 }), "cap-exceeded");
  assert.equal(await refusal(() => {}, { maxRecordEpsilon: NaN }), "cap-exceeded");
  await loadPlan(plan, { maxRecordEpsilon: record });
  const above = project.design({
    ...HEALTH,
    survey: "above",
    attributes: HEALTH.attributes.map((a) => ({ ...a, epsilon: 9 })),
  });
  await assert.rejects(loadPlan(above), { code: "cap-exceeded" });
});

test("more questions, categories or bytes than the page accepts are refused", async () => {
  assert.equal(await refusal(() => {}, { maxAttributes: 2 }), "cap-exceeded");
  assert.equal(await refusal(() => {}, { maxCategories: 9 }), "cap-exceeded");
  assert.equal(await refusal(() => {}, { maxBytes: 100 }), "cap-exceeded");
  for (const cap of ["maxAttributes", "maxCategories", "maxBytes"]) {
    assert.equal(await refusal(() => {}, { [cap]: NaN }), "cap-exceeded");
  }
  const { length } = JSON.stringify(plan);
  await loadPlan(plan, { maxAttributes: 3, maxCategories: 10, maxBytes: 2 * length });
  await assert.rejects(loadPlan({ ...plan, title: "x".repeat(2 ** 22) }), /at most 4194304 are accepted here/);
});

test("a questionnaire of forty questions in two languages has a plan of less than 100 KB", async () => {
  const forty = readFileSync(new URL("../cases/forty.survey.json", import.meta.url), "utf8");
  const document = project.design(JSON.parse(forty));
  assert.ok(Buffer.byteLength(JSON.stringify(document)) < 100_000);
  const { attributes, languages } = await loadPlan(document);
  assert.deepEqual([attributes.length, languages], [69, ["de", "en"]]);
});

test("a page that pins a fingerprint accepts no other plan", async () => {
  await loadPlan(plan, { fingerprint: plan.fingerprint });
  const other = project.design({ ...HEALTH, survey: "other" });
  await assert.rejects(loadPlan(other, { fingerprint: plan.fingerprint }), { code: "fingerprint-mismatch" });
  await assert.rejects(loadPlan(plan, { fingerprint: "" }), { code: "fingerprint-mismatch" });
});

test("a plan that does not ask what the form asks is refused, naming the question", async () => {
  const form = Object.fromEntries(
    plan.attributes.map(({ name, categories }) => [name, categories.map((c) => c.value ?? c)]),
  );
  await loadPlan(plan, { form });
  const { income, ...fewer } = form;
  for (const [other, told] of [
    [fewer, /"income"/],
    [{ ...form, diet: ["meat", "none"] }, /"diet"/],
    [{ ...form, smoker: ["yes", "no"] }, /"smoker"/],
    [{ ...form, smoker: ["no"] }, /"smoker"/],
    [{}, /"smoker"/],
  ]) {
    await assert.rejects(loadPlan(plan, { form: other }), { code: "form-mismatch", message: told });
  }
});

test("a plan that must be signed is accepted with its author's signature alone", async () => {
  const key = project.path("key.pem");
  const [unsigned, output] = [project.write("unsigned.json", JSON.stringify(plan)), project.path("signed.json")];
  candor("sign", unsigned, "--key", key, "--new-key", "-o", output);
  const document = JSON.parse(readFileSync(output, "utf8"));
  const { x: publicKey } = createPublicKey(readFileSync(key)).export({ format: "jwk" });
  assert.equal((await loadPlan(document, { publicKey })).fingerprint, plan.fingerprint);
  await loadPlan(document);
  const signed = (text) => sign(null, Buffer.from(text), readFileSync(key)).toString("base64url");
  await loadPlan({ ...plan, signature: signed(`candor plan ${plan.fingerprint}`) }, { publicKey });
  for (const [other, key] of [
    [plan, publicKey],
    [{ ...document, signature: signed(plan.fingerprint) }, publicKey],
    [{ ...document, signature: "" }, publicKey],
    [document, Buffer.alloc(32, 7).toString("base64url")],
    [document, "nonsense!"],
  ]) {
    await assert.rejects(loadPlan(other, { publicKey: key }), { code: "signature-mismatch" });
  }
});

test("promises are written in 12 digits, which survive programs that round numbers", async () => {
  // Its weights keep a record ε of 3.9999999999999996.
  const attributes = [{ name: "diet", categories: ["any", "veg", "vegan"] }];
  const four = project.design({ survey: "four", attributes, privacy: { record_epsilon: 4, method: "labelled" } });
  assert.equal(four.privacy.record, 4);
  const rounded = (document) =>
    JSON.parse(JSON.stringify(document), (_, value) =>
      typeof value === "number" ? Number(value.toPrecision(15)) : value,
    );
  for (const document of [four, plan]) {
    const { fingerprint, promises } = await loadPlan(rounded(document));
    assert.deepEqual([fingerprint, promises.record], [document.fingerprint, document.privacy.record]);
  }
  // A plan as earlier versions wrote it is still read, but not after its numbers were rounded.
  const earlier = PLANS.find(({ privacy }) => privacy.record === 2.9999999999999996);
  assert.equal((await loadPlan(earlier)).promises.record, 3);
  await assert.rejects(loadPlan(rounded(earlier)), { code: "fingerprint-mismatch" });
});

test("weights that do not sum to 2^64 are refused", async () => {
  assert.equal(
    await refusal(({ forms: [{ blocks }] }) => (blocks[0].uniform = String(BigInt(blocks[0].uniform) + 1n))),
    "weight-sum",
  );
});

test("a promise below what the weights keep is refused, whichever it is", async () => {
  const understate = (promise) => (document) => {
    promise(document);
    document.fingerprint = plan.fingerprint;
  };
  for (const promise of [
    ({ privacy }) => (privacy.record -= 1e-6),
    ({ privacy }) => (privacy.attributes[1].column -= 1e-6),
    ({ privacy }) => (privacy.attributes[2].attribute -= 1e-6),
  ]) {
    const forged = await refingerprinted(understate(promise));
    await assert.rejects(loadPlan(forged), { code: "understated-promise" });
  }
});

/** The plan after `change`, with the right fingerprint, which the refusal of a wrong one names. */
async function refingerprinted(change) {
  const document = structuredClone(plan);
  change(document);
  const { message } = await loadPlan(document).catch((refused) => refused);
  document.fingerprint = /has (sha256:[0-9a-f]{64})/.exec(message)[1];
  return document;
}

test("a fingerprint of other bytes is refused", async () => {
  assert.equal(await refusal((document) => (document.title = "Another title")), "fingerprint-mismatch");
});

test("what is not a plan document is refused, naming the member", async () => {
  assert.equal(await refusal((document) => (document.extra = 1)), "invalid-plan");
  assert.equal(
    await refusal(({ forms: [{ blocks }] }) => (blocks[0].uniform = Number(blocks[0].uniform))),
    "invalid-plan",
  );
  assert.equal(
    await refusal(({ forms: [{ blocks }] }) => (blocks[0].uniform = `0${blocks[0].uniform}`)),
    "invalid-plan",
  );
  assert.equal(await refusal(({ forms: [{ blocks }] }) => (blocks[0].units = [0.5])), "invalid-plan");
  for (const empty of ["units", "exchange"])
    assert.equal(await refusal(({ forms }) => (forms[0][empty] = [])), "invalid-plan");
  assert.equal(await refusal(({ forms }) => (forms[0].units = [{ attributes: [0] }])), "invalid-plan");
  assert.equal(await refusal((document) => delete document.privacy), "invalid-plan");
  assert.equal(await refusal((document) => (document.candor = 2)), "unsupported-version");
  for (const nothing of [null, 7, [], {}, () => plan])
    await assert.rejects(loadPlan(nothing), { code: "invalid-plan" });
  const circular = {};
  circular.circular = circular;
  await assert.rejects(loadPlan(circular), { code: "invalid-plan" });
  await assert.rejects(loadPlan({ ...plan, method: 1 }), /its "method" is no text/);
  await assert.rejects(loadPlan({ ...plan, extra: 1 }), /its "extra" is unknown/);
});

test("members that only a prototype has do not count", async () => {
  const { title, ...bare } = plan;
  const inherited = Object.assign(Object.create({ title }), bare);
  await assert.rejects(loadPlan(inherited), { code: "fingerprint-mismatch" });
});

test("caps on attribute ε that a plan states are verified like its promises", async () => {
  const capped = project.design({ ...HEALTH, privacy: { attribute_epsilon: 2 } });
  assert.deepEqual(
    capped.privacy.attributes.map((promise) => promise.requested_attribute),
    [2, 2, 2],
  );
  const { promises } = await loadPlan(capped);
  for (const { attribute } of promises.attributes) assert.ok(attribute <= 2);
  const understated = structuredClone(capped);
  understated.privacy.attributes[0].requested_attribute = promises.attributes[0].attribute - 0.01;
  const mismatch = await loadPlan(understated).then(
    () => assert.fail("it was accepted"),
    (refused) => refused,
  );
  assert.equal(mismatch.code, "fingerprint-mismatch");
  // Anyone who writes a plan can compute its fingerprint; here the message ends with it.
  understated.fingerprint = mismatch.message.split(" ").at(-1);
  const refused = await loadPlan(understated).then(
    () => assert.fail("it was accepted"),
    (refused) => refused,
  );
  assert.equal(refused.code, "understated-promise");
});
