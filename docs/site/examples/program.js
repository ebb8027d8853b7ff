/** An example as a function. */

const AsyncFunction = (async () => {}).constructor;

/** `import { a, b as c } from "module";` and `import * as d from "module";`, maybe on several lines. */
const IMPORT = /^import\s+(?:\{([^}]*)\}|\*\s+as\s+(\w+))\s+from\s+"([^"]+)";?/gm;

/**
 * The example as a function of `imported`, which gives what a module exports by a name, or all of it, and of a console. It resolves to the value
 * of the last statement, if that is an expression.
 */
export function programOf(code) {
  const body = code.replace(IMPORT, (_, names, all, module) =>
    all === undefined ? named(names, module) : `const ${all} = imported("${module}");`,
  );
  return new AsyncFunction("imported", "console", `"use strict";\n${returning(body)}`);
}

/** Constants for the names in the braces of an import. */
function named(names, module) {
  const constants = names.split(",").filter((name) => name.trim() !== "");
  return constants
    .map((each) => {
      const [exported, own = exported] = each.trim().split(/\s+as\s+/);
      return `const ${own} = imported("${module}", "${exported}");`;
    })
    .join(" ");
}

/** The same statements, but the last one is returned if it is an expression. It begins on the last line from which on the code is one, after whole statements. */
function returning(body) {
  const lines = body.trimEnd().split("\n");
  for (let first = lines.length - 1; first >= 0; first -= 1) {
    const before = lines.slice(0, first).join("\n");
    const last = lines
      .slice(first)
      .join("\n")
      .replace(/;\s*(\/\/.*)?$/, "");
    if (isWhole(before) && isExpression(last)) return `${before}\nreturn (${last}\n);`;
  }
  return body;
}

const isWhole = (code) => /(?:^|[;}])(?:\s|\/\/.*)*$/.test(code) && compiles(code);

/** Declarations and blocks would be expressions too if they were in parentheses. */
const isExpression = (code) =>
  !/^\s*(?:(?:async\s+function|function|class)\b|\{)/.test(code) && compiles(`return (${code}\n);`);

function compiles(code) {
  try {
    AsyncFunction(`"use strict";\n${code}`);
    return true;
  } catch {
    return false;
  }
}
