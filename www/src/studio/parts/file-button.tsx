/** A button that asks for a file. */
export function FileButton(props: { readonly label: string; readonly accept: string; open(file: File): void }) {
  return (
    <label class="button small file">
      {props.label}
      <input
        type="file"
        class="unseen"
        accept={props.accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) props.open(file);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
