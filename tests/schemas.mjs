/** The JSON Schemas that the package publishes, and how documents violate them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const compiled = (name) =>
  ajv.compile(JSON.parse(readFileSync(new URL(`../pkg/${name}.schema.json`, import.meta.url), "utf8")));
const SCHEMAS = { survey: compiled("survey"), plan: compiled("plan") };

/** The parts of a survey or a plan that its schema refuses; none if it is valid. */
export function misfits(name, document) {
  const fits = SCHEMAS[name];
  return fits(document) ? [] : fits.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export function assertFits(name, document) {
  assert.deepEqual(misfits(name, document), [], `${name} ${document.survey}`);
}
