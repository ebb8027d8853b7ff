/** Embedding the survey in an author's own page or program, with the npm package. */

import type { PlanDocument } from "candor";
import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { formSnippet, programSnippet } from "./snippets";

/** Two snippets to copy. */
export function Embed({ plan }: { readonly plan: PlanDocument }) {
  const { words, writing, looks } = useStudio();
  return (
    <div class="card-of">
      <h2>{words.embedTitle}</h2>
      <p class="note">{words.embedNote}</p>
      <Code name={words.embedTitle} text={formSnippet(plan, writing, looks)} />
      <h3>{words.npmTitle}</h3>
      <Code name={words.npmTitle} text={programSnippet(plan)} />
    </div>
  );
}

function Code({ name, text }: { readonly name: string; readonly text: string }) {
  const { words } = useStudio();
  const [copied, setCopied] = useState(false);
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0} role="region" aria-label={name} dir="ltr">
        <code>{text}</code>
      </pre>
      <button
        type="button"
        class="button small"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {words.copy}
        <span class="unseen">: {name}</span>
      </button>
      <span class="note" role="status">
        {copied ? words.copied : ""}
      </span>
    </div>
  );
}
