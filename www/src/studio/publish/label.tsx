/** The privacy label of the plan, written by the same Rust code as `candor label`. */

import type { PlanDocument } from "candor";
import { useState } from "preact/hooks";
import { Analyst } from "../analysis/analyst";
import { useStudio } from "../context";
import { download } from "../files";

const analyst = new Analyst();

/** Fields for the parties in control, and the label as HTML or JSON. */
export function Label({ plan }: { readonly plan: PlanDocument }) {
  const { words } = useStudio();
  const [page, setPage] = useState("");
  const [collector, setCollector] = useState("");
  const [problem, setProblem] = useState("");
  const save = async (format: "html" | "json") => {
    try {
      const label = await analyst.ask("label", { plan, parties: { page: page.trim(), collector: collector.trim() } });
      const type = format === "html" ? "text/html" : "application/json";
      download(`${plan.survey}.label.${format}`, type, label[format]);
      setProblem("");
    } catch (failure) {
      setProblem((failure as Error).message);
    }
  };
  const parties = [
    [words.pageBy, page, setPage],
    [words.collectorBy, collector, setCollector],
  ] as const;
  return (
    <div class="card-of">
      <h2>{words.labelTitle}</h2>
      <p class="note">{words.labelNote}</p>
      {parties.map(([label, value, set]) => (
        <label key={label} class="named">
          {label}
          <input
            type="text"
            class="wide"
            dir="auto"
            placeholder={words.notStated}
            value={value}
            onInput={(event) => set(event.currentTarget.value)}
          />
        </label>
      ))}
      <p class="more">
        <button type="button" class="button" onClick={() => void save("html")}>
          {words.downloadLabelHtml}
        </button>
        <button type="button" class="button" onClick={() => void save("json")}>
          {words.downloadLabelJson}
        </button>
      </p>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
