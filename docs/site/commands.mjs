// Writes docs/made/commands.md: every command of the program and its options, as `candor COMMAND --help` says them.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CANDOR } from "../../tests/program.mjs";

const FOLDER = join(import.meta.dirname, "../made");

const INTRODUCTION = `# The command line

What \`candor help\` says of every command. [Errors](../errors.md) lists the codes with which commands fail, and
[Surveys and plans](../documents.md) the documents that they read and write.
`;

const help = (words) => execFileSync(CANDOR, [...words, "--help"], { encoding: "utf8" }).trimEnd();

/** The names below "Commands:" of a help text, without help itself. */
function subcommands(text) {
  const [, listed = ""] = /^Commands:\n((?: {2}.*\n?|\n)*)/m.exec(text) ?? [];
  return [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name).filter((name) => name !== "help");
}

/** The section of a command, and those of its own commands. */
function sections(words) {
  const text = help(words);
  const start = text.indexOf("\nUsage:") + 1;
  const title = ["candor", ...words].join(" ");
  const section = [
    `${"#".repeat(Math.max(words.length, 1) + 1)} ${title}`,
    text.slice(0, start).trim(),
    `\`\`\`text\n${text.slice(start)}\n\`\`\``,
  ];
  return [
    `${section.filter(Boolean).join("\n\n")}\n`,
    ...subcommands(text).flatMap((name) => sections([...words, name])),
  ];
}

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, "commands.md"), [INTRODUCTION, ...sections([])].join("\n"));
