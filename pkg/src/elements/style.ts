/** The custom properties that an element passes on to its enclosed document. */
export const PROPERTIES = [
  "--candor-accent",
  "--candor-on-accent",
  "--candor-alarm",
  "--candor-edge",
  "--candor-surface",
  "--candor-radius",
];

/** The style sheet of every enclosed document: it uses the page's font and colours, and the properties above. */
export const STYLE = `
:root {
  --accent: var(--candor-accent, light-dark(#0a6c5f, #5fd0bb));
  --on-accent: var(--candor-on-accent, light-dark(#fff, #0d1f1c));
  --alarm: var(--candor-alarm, light-dark(#a3291b, #ff9d8f));
  --edge: var(--candor-edge, light-dark(#8b867b, #7d8286));
  --surface: var(--candor-surface, light-dark(#fff, #1b1e21));
  --radius: var(--candor-radius, 0.5rem);
  overflow: hidden;
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: none; overflow-wrap: anywhere; }
main { padding: 5px; }
h2, p, figure, ul, pre, fieldset { margin: 0; padding: 0; }
h2 { font-size: 1.5em; line-height: 1.2; text-wrap: balance; }
.part { font-size: 1.05em; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; justify-items: start; }
.note { font-size: 0.9em; opacity: 0.85; max-width: 42em; }
.alarm { color: var(--alarm); font-weight: 600; min-height: 1.5em; }
fieldset { border: 0; min-width: 0; width: 100%; }
legend { padding: 0; margin-bottom: 0.5em; font-weight: 600; }
legend .note { font-weight: 400; }
.choices { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.ranking { flex-direction: column; max-width: 42em; }
.ranking .place { display: grid; place-items: center; flex: none; width: 1.8em; height: 1.8em; margin-inline-start: -1.7em; border: 1px solid var(--edge); border-radius: 50%; background: var(--surface); font-weight: 600; font-variant-numeric: tabular-nums; }
.ranking input:has(+ .place) { opacity: 0; }
.ranking :checked + .place { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.ranking label:has(:disabled) { cursor: default; opacity: 0.6; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
label { display: flex; align-items: center; gap: 0.6em; padding: 0.5em 0.9em 0.5em 0.7em; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--surface); cursor: pointer; }
label:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
label input { width: 1.1em; height: 1.1em; margin: 0; accent-color: var(--accent); outline: none; flex: none; }
input[type="number"] { width: 10em; max-width: 100%; padding: 0.5em 0.7em; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--surface); color: inherit; font: inherit; }
input[aria-invalid="true"] { border-color: var(--alarm); }
input[type="number"] + label { align-self: center; }
table { border-collapse: collapse; width: 100%; max-width: 60em; overflow-wrap: normal; }
th { padding: 0.5em; font-weight: 400; }
thead th { vertical-align: bottom; }
tbody th { min-width: 14em; padding-inline-start: 0; text-align: start; }
tbody tr { border-top: 1px solid var(--edge); }
tr:has([aria-invalid="true"]) > th { color: var(--alarm); }
table:not(.narrow) td > label { justify-content: center; padding: 0.7em 0.5em; border: 0; background: none; box-shadow: none; }
table:not(.narrow) td > label > span { display: none; }
.narrow, .narrow :is(tbody, tr, th, td) { display: block; }
.narrow thead { display: none; }
.narrow th { font-weight: 600; }
.narrow td { margin-bottom: 0.4rem; }
button.link { padding: 0; border: 0; background: none; text-align: start; text-decoration: underline; }
.roomy { height: 8em; overflow-y: auto; }
.questions { gap: 1.25rem; margin-top: 0.75rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button { padding: 0.6em 1.1em; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--surface); color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
[tabindex="-1"]:focus { outline: none; }
[hidden] { display: none !important; }
.apart { visibility: hidden; order: 1; }
.said { white-space: pre-line; max-width: 42em; }
header h2 + p { margin-top: 0.4em; }
.stacked > fieldset { grid-area: 2 / 1; }
.stacked > header { grid-area: 2 / 1; }
.stacked:has(> header) > fieldset { grid-area: 3 / 1; }
.stacked > .buttons { align-content: start; min-height: 7em; }
details { width: 100%; border-top: 1px solid var(--edge); padding: 0.75rem 0 0; }
summary { cursor: pointer; font-weight: 600; }
details > :not(summary) { margin-top: 0.6rem; }
ul { padding-inline-start: 1.25em; }
li + li { margin-top: 0.4em; }
pre { width: 100%; padding: 0.75em 1em; border: 1px solid var(--edge); border-radius: var(--radius); white-space: pre-wrap; word-break: break-all; }
@media (max-width: 30em) { .choices { flex-direction: column; } .choices > * { align-self: stretch !important; } }
@media print { :root { color-scheme: light !important; color: #000 !important; } }
pre, code { font: 0.875em ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; }
`;
