/** Ring: pages. The attributes of the elements: those of all elements and of frameworks are accepted, and misspelt ones of ours are named. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inside } from "./enclosed.mjs";
import { answerable, visiting } from "./example.mjs";
import { faults, openBrowser } from "./stage.mjs";

const files = await answerable();
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

/** Attributes that HTML allows on every element. */
const GLOBAL =
  `accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts hidden
  id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex title
  translate writingsuggestions onclick onfocus onpointerrawupdate aria-label data-region`.split(/\s+/);

/** Attributes of frameworks, attributes that their compilers leave behind, and attributes of browser extensions. */
const FOREIGN =
  `v-if v-cloak v-bind:plan v-on:click.once @click :plan #survey x-data x-on:click hx-get hx-on::load wire:model
  wire:loading.class ng-if ng-version _ngcontent-abc-c1 _nghost-abc-c1 [plan] (click) *ngif q:id q:key on:qvisible data-v-7ba5bd90
  svelte-1a2b3c astro-cid-abcd1234 client:load bind:value class:dark use:action xml:lang b-4f2k1a9x3z up-follow phx-hook s:key
  cz-shortcut-listen __processed bis_skin_checked ? lwc-2abc`.split(/\s+/);

/** The pages without a policy, which would forbid some of these attributes whatever their values are. */
const free = Object.fromEntries(
  ["index.html", "form.html"].map((name) => [name, files[name].toString().replace(/<meta http-equiv[^>]*>/, "")]),
);

/** What happens to an element of this tag with these attributes added: "ready", or the words of the error. */
const opened = (page, tag, names) =>
  page.evaluate(
    ([tag, names]) => {
      const place = document.createElement("form");
      const own = tag === "candor-form" ? 'name="report"' : 'endpoint="./reports"';
      const questions = ["smoker", "income", "illness"].map(
        (name) => `<candor-question name="${name}"></candor-question>`,
      );
      const inner = tag === "candor-form" ? questions.join("") : "";
      place.innerHTML = `<${tag} ${own} plan="./plan.json" max-record-epsilon="4" ${names.join(" ")}>${inner}</${tag}>`;
      const element = place.firstChild;
      if (element.attributes.length !== names.length + 3) return "the parser has read other attributes";
      return new Promise((resolve) => {
        element.addEventListener("candor-ready", () => resolve("ready"));
        element.addEventListener("candor-failed", ({ detail }) => resolve(`${detail.code}: ${detail.message}`));
        document.body.append(place);
      }).finally(() => place.remove());
    },
    [tag, names],
  );

for (const tag of ["candor-survey", "candor-form"])
  test(`<${tag}> takes every attribute that HTML has for all elements, and those of frameworks`, async () => {
    await visited(async (page) => {
      assert.equal(await opened(page, tag, GLOBAL), "ready");
      assert.equal(await opened(page, tag, FOREIGN), "ready");
      assert.deepEqual(faults(page), []);
    }, free);
  });

/** Misspelt attributes, and which attribute was meant. */
const MISSPELT = {
  "public-kay": "public-key",
  publickey: "public-key",
  public_key: "public-key",
  "signing-key": "public-key",
  fingerprnit: "fingerprint",
  "finger-print": "fingerprint",
  "plan-fingerprint": "plan",
  plian: "plain",
  "max-epsilon": "max-record-epsilon",
  epsilon: "max-record-epsilon",
  maxrecordepsilon: "max-record-epsilon",
  endpiont: "endpoint",
  "end-point": "endpoint",
  pase: "pace",
  modes: "mode",
};

test("an attribute that misspells one of ours is refused, and the error says which was meant", async () => {
  await visited(async (page) => {
    for (const [name, meant] of Object.entries(MISSPELT))
      assert.equal(
        await opened(page, "candor-survey", [name]),
        `invalid-options: there is no attribute "${name}": probably "${meant}" was meant`,
      );
    assert.match(await opened(page, "candor-form", ["nane"]), /no attribute "nane": probably "name" was meant$/);
    assert.equal(await opened(page, "candor-survey", ["author"]), 'invalid-options: there is no attribute "author"');
  });
});

test("who opens a page with a misspelt attribute reads which one, and what was meant", async () => {
  const said = 'there is no attribute "public-kay": probably "public-key" was meant';
  const survey = files["index.html"].toString().replace("<candor-survey", '<candor-survey public-kay="x" lang="de"');
  const form = files["form.html"].toString().replace("<candor-form", '<candor-form public-kay="x" lang="de"');
  await visited(
    async (page, { origin, asked }) => {
      const frame = await inside(page, "lässt sich nicht öffnen");
      await frame.getByText(said).waitFor();
      assert.equal(await frame.locator("input").count(), 0);
      await page.goto(`${origin}form.html`);
      await page.locator("#status", { hasText: "invalid-options" }).waitFor();
      const client = await page.context().newCDPSession(page);
      await client.send("DOM.enable");
      const { nodes } = await client.send("DOM.getFlattenedDocument", { depth: -1, pierce: true });
      const shown = nodes.map(({ nodeValue }) => nodeValue).join("\n");
      assert.ok(shown.includes(said) && shown.includes("lässt sich nicht öffnen"), shown);
      assert.ok(asked.every((line) => !line.startsWith("POST")));
    },
    { "index.html": survey, "form.html": form },
  );
});
