/** The privacy label of the plan, written by the same Rust code as `candor label`. */

import type { PlanDocument } from "candor";
import { useState } from "preact/hooks";
import { Analyst } from "../analysis/analyst";
import { useStudio } from "../context";
import { download } from "../files";

const analyst = new Analyst();

interface Props {
  readonly plan: PlanDocument;
  /** The day until which reports are kept, unless the label says otherwise. */
  readonly kept: string | undefined;
}

/** Fields for the parties in control, the readers and the retention, and the label as HTML or JSON. */
export function Label({ plan, kept = "" }: Props) {
  const { words } = useStudio();
  const [said, setSaid] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState("");
  const save = async (format: "html" | "json") => {
    try {
      const [page = "", collector = "", readers = "", retention = ""] = said.map((text) => text.trim());
      const deployment = { page, collector, readers, retention: retention || kept };
      const label = await analyst.ask("label", { plan, deployment });
      const type = format === "html" ? "text/html" : "application/json";
      download(`${plan.survey}.label.${format}`, type, label[format]);
      setProblem("");
    } catch (failure) {
      setProblem((failure as Error).message);
    }
  };
  const asked = [words.pageBy, words.collectorBy, words.readBy, words.keptUntil];
  return (
    <div class="card-of">
      <h2>{words.labelTitle}</h2>
      <p class="note">{words.labelNote}</p>
      {asked.map((label, place) => (
        <label key={label} class="named">
          {label}
          <input
            type="text"
            class="wide"
            dir="auto"
            placeholder={(label === words.keptUntil && kept) || words.notStated}
            value={said[place] ?? ""}
            onInput={({ currentTarget: { value } }) => setSaid(asked.map((_, other) => (other === place ? value : (said[other] ?? ""))))}
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
