/**
 * A walk through pages as a person takes it. Listeners in the pages count what is pressed, and the keystroke-level model [Card80] says how many seconds
 * that takes somebody who knows the pages. Neither depends on how fast the machine is.
 */

/** Seconds of a key or a button, of pointing, of moving a hand between mouse and keyboard, and of preparing for what comes next. */
const [KEY, POINTING, HOMING, PREPARING] = [0.28, 1.1, 0.4, 1.35];

/** Runs in every document: tells what a person presses there. */
function listen() {
  if (globalThis.isListened) return;
  globalThis.isListened = true;
  addEventListener("pointerdown", (event) => event.isTrusted && walked("mouse"), true);
  addEventListener("keydown", (event) => event.isTrusted && walked("key"), true);
}

/** One walk. */
export class Walk {
  /** What was pressed, in order: the mouse or a key. */
  #pressed = [];
  #began = performance.now();

  /** Begins a walk through the documents of a page, those that it opens later included. */
  static async through(page) {
    const walk = new Walk();
    await page.exposeBinding("walked", (_, what) => walk.#pressed.push(what));
    await page.addInitScript(listen);
    for (const frame of page.frames()) await frame.evaluate(listen);
    return walk;
  }

  /** Presses a button, a link or a choice. */
  async press(control) {
    await control.click();
  }

  /** Chooses an option of a list, which the browser shows outside of the page: the list is pressed, and the option. */
  async choose(select, option) {
    this.#pressed.push("mouse", "mouse");
    await select.selectOption(option);
  }

  /** Fills in a field, key by key. */
  async write(field, text) {
    await field.click();
    await field.pressSequentially(text);
  }

  /** Pastes into a field what was copied elsewhere. */
  async paste(field, text) {
    await field.click();
    this.#pressed.push("key", "key");
    await field.fill(text);
  }

  /** Counts keys that are pressed outside of pages, such as those of a command. */
  type(text) {
    this.#pressed.push(...Array.from(text, () => "key"));
  }

  /** How often something was pressed so far, and how many of these were keys. */
  get presses() {
    return this.#pressed.length;
  }

  get keys() {
    return this.#pressed.filter((what) => what === "key").length;
  }

  /** Seconds in the model: one prepares for each thing that is pointed at, and once for keys in a row. The hand begins at the mouse. */
  get seconds() {
    let seconds = 0;
    for (const [place, what] of this.#pressed.entries()) {
      const before = this.#pressed[place - 1] ?? "mouse";
      if (what === "mouse") seconds += POINTING;
      if (what !== before) seconds += HOMING;
      if (what === "mouse" || before === "mouse") seconds += PREPARING;
      seconds += KEY;
    }
    return seconds;
  }

  /** Prints how long the walk was so far; what the machine took for it is only told. */
  ended(test, name) {
    const machine = ((performance.now() - this.#began) / 1000).toFixed(1);
    const seconds = this.seconds.toFixed(0);
    test.diagnostic(
      `${name}: ${this.presses} presses (${this.keys} keys), ${seconds} s; the machine took ${machine} s`,
    );
  }
}
