// Writes into a package.json where the project is, `repository`, `homepage` and `bugs`, from the address of its git repository:
//
//   node addresses.js package.json "$(git remote get-url origin)"
import { readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";

/** The three members, for the address that git has of a repository on a host: by https or ssh, or as `git@host:owner/name.git`. */
export function addresses(origin) {
  const { protocol, host, pathname } = new URL(origin.replace(/^(?:[^/@]+@)?([^/:@]+):(?!\/)/, "ssh://$1/"));
  const path = pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  if (!["https:", "ssh:", "git:"].includes(protocol) || path.split("/").length < 3)
    throw new Error(
      `${protocol}//${host}${pathname} is no address of a repository on a host, as https://host/owner/name is`,
    );
  // Without a name, a password or a port of ssh: these are whoever pushes'.
  const page = `https://${protocol === "https:" ? host : host.replace(/:\d+$/, "")}${path}`;
  return {
    repository: { type: "git", url: `git+${page}.git`, directory: "pkg" },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
  };
}

if (argv[1] === import.meta.filename) {
  const [, , file, origin] = argv;
  const { name, version, description, ...others } = JSON.parse(readFileSync(file, "utf8"));
  const addressed = { name, version, description, ...addresses(origin), ...others };
  writeFileSync(file, `${JSON.stringify(addressed, null, 2)}\n`);
}
