/** Ring: pages. The example of `candor/elements`: what people answer there, and who could see it. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inLanguages } from "../nightly.mjs";
import { designed } from "../program.mjs";
import { audited, CANARY, inside, OVERHEAR, spied } from "./enclosed.mjs";
import { answerable, example, visiting } from "./example.mjs";
import { filled, send } from "./faults.mjs";
import { html } from "./site.mjs";
import { faults, openBrowser, picture, traces } from "./stage.mjs";

const SURVEY = JSON.parse(example("elements", "survey.json"));

const files = {
  ...(await answerable()),
  "elsewhere.html": html(""),
  "joined.html": html(""),
};
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

/** The page, with other attributes on its element. */
const told = (attributes) => ({
  "index.html": files["index.html"].toString().replace(/<candor-survey[^>]*>/, `<candor-survey ${attributes}>`),
});
const ATTRIBUTES = 'plan="./plan.json" endpoint="./reports" max-record-epsilon="4"';

const posts = (sent) => sent.filter((line) => line.includes("/reports"));

test("a survey is answered from the keyboard alone, and leaves perturbed, once", async () => {
  await visited(async (page, { sent, asked, origin }) => {
    const console_ = [];
    page.on("console", (message) => console_.push(message.text()));
    const frame = await inside(page, "Do you smoke?");
    assert.match(await frame.locator("main").innerText(), /of 100/);
    assert.deepEqual(await audited(frame), []);
    // Past what is folded away.
    for (let i = 0; i < 2; i += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.type(CANARY);
    await page.keyboard.press("Tab");
    for (let i = 0; i < 2; i += 1) await page.keyboard.press("ArrowRight");
    assert.deepEqual(
      await frame
        .locator("input")
        .evaluateAll((all) => all.map(({ type, checked, value }) => (type === "radio" ? checked : value))),
      [false, true, CANARY, false, false, true, false],
    );
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const thanks = await inside(page, "Thank you");
    assert.deepEqual(await audited(thanks), []);
    await page.getByText("The collector has your report.").waitFor();
    assert.deepEqual(
      asked.filter((line) => line.startsWith("POST")),
      ["POST /reports"],
    );
    const [post] = posts(sent);
    assert.deepEqual(Object.keys(JSON.parse(post.replace(/^.*\/reports/, ""))), ["id", "perturbed", "plan"]);
    const history = await page.evaluate(() => [history.length, history.state, document.referrer, location.href]);
    for (const place of [
      ...sent,
      ...console_,
      JSON.stringify(await traces(page)),
      JSON.stringify(history),
      await thanks.content(),
    ])
      assert.ok(!place.includes(CANARY), place);
    assert.equal(page.url(), origin);
    assert.deepEqual(faults(page), []);
  });
});

test("nobody who listens on the page hears an answer", async () => {
  const changed = { "index.html": spied(files["index.html"]), "overhear.js": OVERHEAR };
  await visited(async (page, { sent }) => {
    const frame = await inside(page, "Do you smoke?");
    const size = async () => {
      const { width, height } = await page.locator("candor-survey").boundingBox();
      return [width, height];
    };
    const before = await size();
    await page.evaluate(() => heard.splice(0));
    await frame.getByText("Yes", { exact: true }).click();
    await frame.getByRole("spinbutton").click();
    await page.keyboard.type(CANARY);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    assert.equal(await frame.getByRole("spinbutton").inputValue(), CANARY, "the answers were given");
    assert.deepEqual(await page.evaluate(() => heard), []);
    assert.deepEqual(await size(), before, "no size reveals an answer");
    const found = await page.evaluate(() => {
      const { activeElement, documentElement, forms } = document;
      const survey = document.querySelector("candor-survey");
      const own = [...Object.getOwnPropertyNames(survey), ...Object.getOwnPropertySymbols(survey)];
      return [activeElement.localName, survey.shadowRoot, window.length, forms.length, own, documentElement.outerHTML];
    });
    assert.deepEqual(found.slice(0, 5), ["candor-survey", null, 0, 0, []]);
    assert.ok(!found[5].includes(CANARY));
    await send(frame);
    await inside(page, "Thank you");
    const heard = JSON.stringify(await page.evaluate(() => globalThis.heard));
    assert.ok(!heard.includes(CANARY) && !heard.includes("keydown"), heard);
    assert.equal(posts(sent).length, 1);
    // The same listeners hear everything in a field of the page itself.
    await page.evaluate(() => document.body.append(document.createElement("input")));
    await page.locator("body > input").focus();
    await page.keyboard.type(CANARY);
    const open = await page.evaluate(() => globalThis.heard);
    assert.ok(open.some((line) => line.startsWith("input") && line.includes(CANARY)));
    assert.ok(open.some((line) => line.startsWith("keydown 7")));
  }, changed);
});

test("a report that does not arrive is kept, told of, and sent as it was: by hand, and when the network is back", async () => {
  for (const way of ["by hand", "by itself", "after a reload"]) {
    await visited(async (page, { sent }) => {
      await page.route("**/reports", (route) => route.fulfill({ status: 422, body: "{}" }), { times: 1 });
      const failed = page.evaluate(
        () =>
          new Promise((told) => {
            const survey = document.querySelector("candor-survey");
            survey.addEventListener("candor-failed", ({ detail }) => told(detail.code));
          }),
      );
      await send(await filled(page));
      const frame = await inside(page, "Not received yet");
      assert.deepEqual(await audited(frame), []);
      assert.equal(await failed, "unexpected-response");
      if (way === "by hand") await frame.getByRole("button", { name: "Send again" }).click();
      else if (way === "by itself") await page.evaluate(() => dispatchEvent(new Event("online")));
      else {
        const again = page.waitForResponse("**/reports");
        await page.reload();
        await again;
      }
      await inside(page, way === "after a reload" ? "Nothing is asked here" : "Thank you");
      const [first, second] = posts(sent);
      assert.equal(first, second);
    });
  }
});

for (const [name, attributes, code] of [
  ["no cap", 'plan="./plan.json" endpoint="./reports"', "invalid-options"],
  ["a cap that is none", ATTRIBUTES.replace('"4"', '"four"'), "invalid-options"],
  ["a cap of nothing", ATTRIBUTES.replace('"4"', '"0"'), "invalid-options"],
  ["a misspelt attribute", `${ATTRIBUTES} public-kay="x"`, "invalid-options"],
  ["an unknown pace", `${ATTRIBUTES} pace="two"`, "invalid-options"],
  ["an empty fingerprint", `${ATTRIBUTES} fingerprint=""`, "invalid-options"],
  ["no endpoint", 'plan="./plan.json" max-record-epsilon="4"', "invalid-options"],
  ["a plan above the cap", ATTRIBUTES.replace('"4"', '"0.5"'), "cap-exceeded"],
  ["another plan", `${ATTRIBUTES} fingerprint="sha256:0"`, "fingerprint-mismatch"],
  ["an author unknown", `${ATTRIBUTES} public-key="AAAA"`, "signature-mismatch"],
  ["a plan that is not there", ATTRIBUTES.replace("plan.json", "no-plan.json"), "unexpected-response"],
  ["a plan that is none", ATTRIBUTES.replace("plan.json", "elsewhere.html"), "invalid-plan"],
])
  test(`nothing is asked with ${name}`, async () => {
    await visited(async (page, { asked }) => {
      const frame = await inside(page, code);
      assert.match(await frame.locator("main").innerText(), /cannot be opened\s+Nothing was asked/);
      assert.equal(await frame.locator("input").count(), 0);
      assert.ok(asked.every((line) => !line.startsWith("POST")));
    }, told(attributes));
  });

test("without a script, and without the module, nothing is asked", async () => {
  await visited(
    async (page) => {
      await page.waitForLoadState("networkidle");
      assert.equal(page.frames().length, 1);
      assert.equal(await page.locator("candor-survey").innerText(), "");
    },
    Object.fromEntries(
      Object.keys(files)
        .filter((name) => name.endsWith(".js"))
        .map((name) => [name, "throw 1"]),
    ),
  );
});

const SAID = {
  en: "Change at random and send",
  es: "Cambiar al azar y enviar",
  ja: "無作為に変えて送信",
  ar: "تغيير عشوائي ثم إرسال",
  fr: "Modifier au hasard et envoyer",
  de: "Zufällig verändern und senden",
};
for (const [language, words] of inLanguages(Object.entries(SAID)))
  test(`it speaks ${language}, and the survey's own texts are marked with theirs`, async () => {
    await visited(
      async (page) => {
        const frame = await inside(page, words);
        const [lang, dir] = await frame.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
        assert.deepEqual([lang, dir], [language, language === "ar" ? "rtl" : "ltr"]);
        const own = language === "ar" ? "ar" : "en";
        assert.deepEqual(await frame.locator("legend span").evaluateAll((all) => all.map(({ lang }) => lang)), [
          own,
          own,
          own,
        ]);
        assert.deepEqual(await audited(frame), []);
        await picture(page, `element-${language}`);
      },
      told(`${ATTRIBUTES} lang="${language}"`),
    );
  });

test("one question at a time: nothing is skipped, and one can go back", async () => {
  await visited(
    async (page, { asked }) => {
      const frame = await inside(page, "Question 1 of 3");
      const shown = () => frame.locator("fieldset:visible legend").allInnerTexts();
      const next = frame.getByRole("button", { name: "Next" });
      assert.deepEqual(await shown(), ["Do you smoke?"]);
      await next.click();
      await frame.getByText("Please choose one.").waitFor();
      await frame.getByLabel("Yes").check();
      await next.click();
      assert.deepEqual(await shown(), ["Your monthly income"]);
      for (const wrong of ["-1", "", "1e999"]) {
        await frame.getByRole("spinbutton").fill(wrong);
        await next.click();
        await frame.getByText("Please enter a number within these ranges.").waitFor();
      }
      await frame.getByRole("spinbutton").fill(CANARY);
      await page.keyboard.press("Enter");
      await frame.getByText("Question 3 of 3").waitFor();
      assert.deepEqual(await audited(frame), []);
      await frame.getByRole("button", { name: "Back" }).click();
      assert.equal(await frame.getByRole("spinbutton").inputValue(), CANARY);
      await next.click();
      await frame.getByLabel("Prefer not to say").check();
      assert.ok(asked.every((line) => !line.startsWith("POST")));
      await send(frame);
      await inside(page, "Thank you");
    },
    told(`${ATTRIBUTES} pace="one"`),
  );
});

test("of a plan that asks what is drawn, only that is asked, and the same again", async () => {
  const plan = designed({ ...SURVEY, survey: "elements-drawn", ask: "drawn" });
  await visited(
    async (page, { asked }) => {
      const names = async () => (await inside(page, "How am I protected?")).locator("legend").allInnerTexts();
      const first = await names();
      assert.equal(first.length, 2);
      await page.reload();
      assert.deepEqual(await names(), first);
      const frame = await inside(page, "How am I protected?");
      for (const label of ["Yes", "More than once"])
        if (await frame.getByLabel(label).count()) await frame.getByLabel(label).check();
      if (await frame.getByRole("spinbutton").count()) await frame.getByRole("spinbutton").fill(CANARY);
      await send(frame);
      await inside(page, "Thank you");
      assert.equal(asked.filter((line) => line.startsWith("POST")).length, 1);
    },
    { "plan.json": plan },
  );
});

/** The page's own form, once its private questions can be answered. */
const joining = (run, changed = {}) =>
  visited(async (page, seen) => {
    await page.goto(`${seen.origin}form.html`);
    await page.getByLabel("Email").fill("a@example.org");
    await run(page, seen);
  }, changed);
const answered = async (page) => {
  await (await inside(page, "Do you smoke?")).getByLabel("Yes").check();
  await (await inside(page, "Your monthly income")).getByRole("spinbutton").fill(CANARY);
  await (await inside(page, "Were you ill")).getByLabel("More than once").check();
};
const data = (page) => page.evaluate(() => Object.fromEntries(new FormData(document.forms.membership)));
const join = (page) => page.getByRole("button", { name: "Join" }).click();

test("in a form of the page's own, private questions are sent as a report and nothing else", async () => {
  const changed = { "form.html": spied(files["form.html"]), "overhear.js": OVERHEAR };
  await joining(async (page, { sent }) => {
    await inside(page, "Were you ill");
    const submitted = page.evaluate(
      () =>
        new Promise((told) => {
          document.forms.membership.addEventListener("submit", (event) => {
            event.preventDefault();
            told([...new FormData(event.target)].map(([name, value]) => [name, value]));
          });
        }),
    );
    await page.evaluate(() => {
      document.activeElement.blur();
      heard.splice(0);
    });
    await answered(page);
    assert.deepEqual(await page.evaluate(() => heard), []);
    assert.deepEqual(await data(page), { email: "a@example.org" }, "no value before there is a report");
    await join(page);
    const [[, email], [name, report]] = await submitted;
    assert.deepEqual(
      [email, name, Object.keys(JSON.parse(report))],
      ["a@example.org", "report", ["id", "perturbed", "plan"]],
    );
    await inside(page, "Only the report is left");
    const told = [...sent, JSON.stringify(await page.evaluate(() => heard)), JSON.stringify(await traces(page))];
    for (const place of told) assert.ok(!place.includes(CANARY), place);
    assert.deepEqual(faults(page), []);
    assert.equal((await data(page)).report, report, "the same report is sent again");
    await page.reload();
    await inside(page, "Each device sends one report");
    assert.equal((await data(page)).report, report, "also after a reload");
  }, changed);
  await joining(async (page, { sent }) => {
    await answered(page);
    await join(page);
    await page.waitForURL("**/joined.html");
    const post = sent.find((line) => line.includes("joined.html"));
    assert.match(
      decodeURIComponent(post),
      /email=a@example.org&report=\{"id":"[^"]+","perturbed":\[[\d,]+\],"plan":"sha256:/,
    );
    assert.ok(!post.includes(CANARY));
  });
});

test("a form is not submitted while a private question has no answer, and shows which", async () => {
  await joining(async (page, { asked }) => {
    const frame = await inside(page, "Do you smoke?");
    await frame.getByLabel("Yes").check();
    await join(page);
    await inside(page, "Please enter a number within these ranges.");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("name")), "income");
    await page.evaluate(() => {
      document.forms.membership.noValidate = true;
    });
    await join(page);
    assert.deepEqual(await data(page), { email: "a@example.org" });
    assert.ok(asked.every((line) => !line.startsWith("POST")));
    await page.evaluate(() => document.forms.membership.reset());
    assert.equal(await (await inside(page, "Do you smoke?")).getByLabel("Yes").isChecked(), false);
  });
});

test("before the plan is verified, and where it is refused, a form sends nothing of its private questions", async () => {
  for (const [name, change] of [
    ["a cap", (page) => page.replace('max-record-epsilon="4"', 'max-record-epsilon="0.1"')],
    ["a question that the plan does not ask", (page) => page.replace('name="illness"', 'name="illnes"')],
    ["a question twice", (page) => page.replace('name="illness"', 'name="income"')],
    ["no name", (page) => page.replace('<candor-form name="report"', "<candor-form")],
    ["a plan that is not there", (page) => page.replace("plan.json", "no-plan.json")],
  ])
    await joining(
      async (page, { asked }) => {
        await page.locator("#status", { hasText: "cannot be asked now" }).waitFor();
        assert.equal(page.frames().length, 1, name);
        await join(page);
        assert.ok(
          asked.every((line) => !line.startsWith("POST")),
          name,
        );
        await page.evaluate(() => document.forms.membership.submit());
        await page.waitForURL("**/joined.html");
      },
      { "form.html": change(files["form.html"].toString()) },
    );
  await joining(async (page, { sent }) => {
    await page.route("**/plan.json", () => {});
    await page.reload();
    await page.getByLabel("Email").fill("a@example.org");
    await join(page);
    assert.deepEqual(await data(page), { email: "a@example.org" });
    await page.evaluate(() => document.forms.membership.submit());
    await page.waitForURL("**/joined.html");
    assert.ok(
      sent.find((line) => line.endsWith("joined.htmlemail=a%40example.org")),
      "the rest goes",
    );
  });
});
