/** A field for a collector's address; an error is shown once the address was used. */

import { useStudio } from "../context";

interface Props {
  readonly id: string;
  readonly value: string;
  readonly faulty: boolean;
  write(address: string): void;
}

/** The label, the field and its error. */
export function AddressField({ id, value, faulty, write }: Props) {
  const { words } = useStudio();
  return (
    <label class="named">
      {words.collectorAddress}
      <input
        id={id}
        type="url"
        class="wide"
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
        placeholder={words.addressExample}
        aria-invalid={faulty ? "true" : undefined}
        aria-describedby={faulty ? `${id}-fault` : undefined}
        value={value}
        onInput={(event) => write(event.currentTarget.value)}
      />
      {faulty && (
        <span id={`${id}-fault`} class="error" role="alert">
          {words.badAddress(value)}
        </span>
      )}
    </label>
  );
}
