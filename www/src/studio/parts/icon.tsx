/** Icons of buttons; the button's name says what it does. */

const PATHS = {
  grip: "M9 5h.01M15 5h.01M9 12h.01M15 12h.01M9 19h.01M15 19h.01",
  remove: "M6 6l12 12M18 6L6 18",
  section: "M4 5h16M4 12h10M4 17h10",
  copy: "M9 9h10v10H9zM5 15V5h10",
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12h-2",
  redo: "M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h2",
  add: "M12 5v14M5 12h14",
  phone: "M8 3h8v18H8zM11.5 18h1",
  desktop: "M3 5h18v11H3zM8 20h8",
};

/** An icon as an inline SVG. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 24 24" class={`glyph glyph-${name}`} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
