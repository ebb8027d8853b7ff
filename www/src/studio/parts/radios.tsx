/** A choice among a few options, each described in a sentence. */

interface Props<Value> {
  readonly title: string;
  /** The name of the group, unique on the page. */
  readonly name: string;
  readonly choices: readonly (readonly [value: Value, sentence: string])[];
  readonly chosen: Value;
  choose(value: Value): void;
  /** What follows from the choice. */
  readonly note?: string | undefined;
}

/** A group of radio buttons. */
export function Radios<Value>({ title, name, choices, chosen, choose, note }: Props<Value>) {
  return (
    <fieldset class="card-of">
      <legend class="title">{title}</legend>
      {choices.map(([value, sentence]) => (
        <label key={sentence} class="check">
          <input type="radio" name={name} checked={chosen === value} onChange={() => choose(value)} />
          {sentence}
        </label>
      ))}
      {note !== undefined && <p class="note">{note}</p>}
    </fieldset>
  );
}
