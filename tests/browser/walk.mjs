/** A walk through pages as a person takes it: it counts what is pressed, chosen and typed, and prints that with the time that it took. */

/** One walk; what it does counts as one press each. */
export class Walk {
  #presses = 0;
  #began = performance.now();

  /** Presses a button, a link or a choice. */
  async press(control) {
    this.#presses += 1;
    await control.click();
  }

  /** Chooses an option. */
  async choose(select, option) {
    this.#presses += 1;
    await select.selectOption(option);
  }

  /** Fills in a field. */
  async write(field, text) {
    this.#presses += 1;
    await field.fill(text);
  }

  /** Prints how long the walk was. */
  ended(test, name) {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1);
    test.diagnostic(`${name}: ${this.#presses} presses, ${seconds} s`);
  }
}
