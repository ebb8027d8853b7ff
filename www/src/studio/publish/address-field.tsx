/** A field for a collector's address, with its fault beside it once it was tried. */

import { useStudio } from "../context";

interface Props {
  readonly id: string;
  readonly value: string;
  readonly faulty: boolean;
  write(address: string): void;
}

/** Label, field and fault. */
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
