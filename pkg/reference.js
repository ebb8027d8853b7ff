// Writes docs/documents.md: every member of surveys and of plans, as their JSON Schemas say it. With --check it writes nothing and fails
// where the file says something else.
import { readFileSync, writeFileSync } from "node:fs";

const PAGE = `${import.meta.dirname}/../docs/documents.md`;

const INTRODUCTION = `# Surveys and plans

Every member of the two documents: the *survey*, which an author writes, and the *plan*, which \`candor design\` makes of it and a page loads.
Members that are not listed are refused. The package has both as JSON Schemas, \`candor/survey.schema.json\` and
\`candor/plan.schema.json\`: an editor completes and checks a survey that begins with

\`\`\`json
{ "$schema": "node_modules/candor/survey.schema.json" }
\`\`\`

This page is written from the schemas by \`node pkg/reference.js\`.
`;

/** What a value may be, in words. */
function kind({ $ref, additionalProperties, anyOf, const: only, enum: some, items, type }) {
  if ($ref) return `[${words($ref)}](#${anchor($ref)})`;
  if (anyOf)
    return anyOf
      .filter(({ type }) => type !== "null")
      .map(kind)
      .join(" or ");
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (some)
    return some
      .filter((value) => value !== null)
      .map((value) => `\`${JSON.stringify(value)}\``)
      .join(" or ");
  if (additionalProperties) return `by name: ${kind(additionalProperties)}`;
  if (items) return `list: ${kind(items)}`;
  return [type]
    .flat()
    .filter((name) => name !== "null" || type === "null")
    .map((name) => KINDS[name])
    .join(" or ");
}

const KINDS = { boolean: "true or false", integer: "whole number", number: "number", string: "text", object: "object" };

const words = ($ref) => $ref.split("/").at(-1);
let named = "";
const anchor = ($ref) => `${named}-${words($ref)}`;

/** A section about an object, or about what is no object. */
function section(title, { description, examples, items, patternProperties, properties, required = [], ...own }) {
  const lines = [title, "", description];
  if (examples) lines.push("", `Such as \`${examples[0]}\`.`);
  if (own.anyOf) lines.push("", `Either ${kind(own)}.`);
  if (!properties) return [...lines, ""].join("\n");
  lines.push("", "| member | kind | what it says |", "|---|---|---|");
  for (const [name, member] of Object.entries(properties)) {
    const shown = required.includes(name) ? `**\`${name}\`**` : `\`${name}\``;
    const usual = member.default === undefined ? "" : ` \`${JSON.stringify(member.default)}\` unless given.`;
    lines.push(`| ${shown} | ${kind(member)} | ${member.description}${usual} |`);
  }
  return [...lines, ""].join("\n");
}

/** A document and its parts; members in bold are needed. */
function chapter(name) {
  const schema = JSON.parse(readFileSync(`${import.meta.dirname}/${name}.schema.json`, "utf8"));
  named = name;
  const parts = Object.entries(schema.definitions).map(([part, definition]) =>
    section(`### ${name} ${part}`, definition),
  );
  return [section(`## ${schema.title}`, schema), ...parts].join("\n");
}

const page = [`${INTRODUCTION}Members in bold are needed.\n`, chapter("survey"), chapter("plan")].join("\n");
if (process.argv[2] !== "--check") writeFileSync(PAGE, page);
else if (readFileSync(PAGE, "utf8") !== page) {
  console.error("docs/documents.md is not what the schemas say: node pkg/reference.js writes it anew");
  process.exitCode = 1;
}
