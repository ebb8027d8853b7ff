// Writes docs/made/http.md: the collector's requests and what it answers, as its OpenAPI document says it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const METHODS = ["get", "post", "put", "delete"];

const { paths, components } = JSON.parse(readFileSync(join(ROOT, "collector/src/http/openapi.json"), "utf8"));

const INTRODUCTION = `# HTTP

What a collector accepts and answers, as its OpenAPI document says it; every collector serves that at \`/openapi.json\`.
[How a collector is run](../collector.md) is another page, and [Errors](../errors.md) lists the codes of refusals.
`;

const nameOf = ($ref) => $ref.split("/").at(-1);

/** What \`$ref\` names, or the value itself. */
function followed(value) {
  return value.$ref ? components[value.$ref.split("/").at(-2)][nameOf(value.$ref)] : value;
}

/** What a value may be, in words. */
function kind(schema) {
  const { $ref, anyOf, oneOf, const: only, enum: some, items, type, minimum, maximum, format } = schema;
  if ($ref) return `[${nameOf($ref)}](#${nameOf($ref).toLowerCase()})`;
  if (anyOf ?? oneOf) return (anyOf ?? oneOf).map(kind).join(" or ");
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (some) return some.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  if (items) return `list: ${kind(items)}`;
  const limits = [
    minimum === undefined ? [] : `at least ${minimum}`,
    maximum === undefined ? [] : `at most ${maximum}`,
  ];
  const named = [type ?? "any"].flat().map((each) => KINDS[each]);
  return [named.join(" or "), ...limits.flat(), ...(format ? [format] : [])].join(", ");
}

const KINDS = {
  any: "anything",
  array: "list",
  boolean: "true or false",
  integer: "whole number",
  null: "null",
  number: "number",
  object: "object",
  string: "text",
};

const cell = (text) => text.replaceAll("|", "\\|").replaceAll("docs/errors.md", "[Errors](../errors.md)");

function table(head, rows) {
  if (rows.length === 0) return [];
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  return ["", line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}

/** The members of an object, and below them those of objects inside it; required ones in bold. */
function members({ properties = {}, required = [] }, inside = "") {
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `\`${inside}${name}\``;
    const row = [required.includes(name) ? `**${path}**` : path, kind(member), member.description ?? ""];
    const of = member.items ?? member;
    return [row, ...(of.$ref ? [] : members(of, `${inside}${name}${member.items ? "[]" : ""}.`))];
  });
}

/** The media types of a body and what it is. */
const bodies = (content = {}) => Object.entries(content).map(([media, { schema }]) => `\`${media}\`: ${kind(schema)}`);

/** Who may send a request. */
function allowed(security = []) {
  const names = security.flatMap(Object.keys);
  return names.map((name) => components.securitySchemes[name].description).join(" Or: ");
}

/** The members of a body that is no object with a name. */
function inside(head, { content = {} }) {
  const [{ schema } = {}] = Object.values(content);
  return schema && !schema.$ref ? table([head, "kind", "what it says"], members(schema)) : [];
}

function operation(path, method, shared, { summary, parameters = [], requestBody, responses, security }) {
  const lines = [`### ${method.toUpperCase()} ${path}`, "", `${summary}.`];
  const bearer = allowed(security);
  if (bearer) lines.push("", `Bearer token: ${bearer}`);
  const given = [...shared, ...parameters].map(({ name, in: place, required, description = "", schema }) => [
    required ? `**\`${name}\`**` : `\`${name}\``,
    place,
    kind(schema),
    description,
  ]);
  lines.push(...table(["parameter", "in", "kind", "what it says"], given));
  if (requestBody)
    lines.push("", `Body: ${bodies(requestBody.content).join("; ")}.`, ...inside("member of the body", requestBody));
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description, content } = followed(response);
    return [status, description, bodies(content).join("; ")];
  });
  lines.push(...table(["status", "meaning", "body"], rows));
  lines.push(...inside("member of the answer", followed(Object.values(responses)[0])));
  return `${lines.join("\n")}\n`;
}

function schema(name, definition) {
  const lines = [`### ${name}`, ...(definition.description ? ["", definition.description] : [])];
  return `${[...lines, ...table(["member", "kind", "what it says"], members(definition))].join("\n")}\n`;
}

const operations = Object.entries(paths).flatMap(([path, { parameters = [], ...methods }]) =>
  METHODS.filter((method) => methods[method]).map((method) => operation(path, method, parameters, methods[method])),
);
const schemas = Object.entries(components.schemas).map(([name, definition]) => schema(name, definition));
const page = [
  INTRODUCTION,
  "## Requests\n\nParameters and members in bold are needed.\n",
  ...operations,
  "## Objects\n",
  ...schemas,
].join("\n");
mkdirSync(join(ROOT, "docs/made"), { recursive: true });
writeFileSync(join(ROOT, "docs/made/http.md"), page);
