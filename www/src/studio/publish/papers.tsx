/** What those who are responsible for a survey hand in: its privacy label, the annex and the registry's entry, written by the same Rust code as `candor label`. */

import type { PlanDocument } from "candor";
import { useState } from "preact/hooks";
import { Analyst } from "../analysis/analyst";
import { useStudio } from "../context";
import { download } from "../files";

const analyst = new Analyst();

type Name = "page" | "collector" | "readers" | "retention" | "purpose" | "region" | "published" | "author";

interface Props {
  readonly plan: PlanDocument;
  /** The day until which reports are kept, unless it is said otherwise. */
  readonly kept: string | undefined;
  /** How many people are expected. */
  readonly respondents?: number;
  /** The fewest reports that are told together. */
  readonly step?: number;
}

/** Fields for what no plan says, and a button for each paper. */
export function Papers({ plan, kept = "", ...known }: Props) {
  const { words } = useStudio();
  const [said, setSaid] = useState<Partial<Record<Name, string>>>({});
  const [numbers, setNumbers] = useState({ respondents: 10_000, step: 100, ...known });
  const [problem, setProblem] = useState("");
  const text = (name: Name) => said[name]?.trim() ?? "";
  const deployment = () => ({
    page: text("page"),
    collector: text("collector"),
    readers: text("readers"),
    retention: text("retention") || kept,
    respondents: Math.max(1, Math.floor(numbers.respondents)),
    step: Math.max(1, Math.floor(numbers.step)),
  });
  const save = async (name: string, type: string, written: Promise<string>) => {
    try {
      download(`${plan.survey}.${name}`, type, await written);
      setProblem("");
    } catch (failure) {
      setProblem((failure as Error).message);
    }
  };
  const saveLabel = (format: "html" | "json") => {
    const label = analyst.ask("label", { plan, deployment: deployment() });
    const type = format === "html" ? "text/html" : "application/json";
    return save(`label.${format}`, type, label.then((formats) => formats[format]));
  };
  const saveAnnex = () => save("annex.html", "text/html", analyst.ask("annex", { plan, deployment: deployment() }));
  const saveEntry = () => {
    const publication = {
      purpose: text("purpose"),
      region: text("region"),
      published: text("published"),
      author: text("author"),
    };
    if (Object.values(publication).includes("")) return setProblem(words.entryLacks);
    const entry = analyst.ask("registryEntry", { plan, deployment: deployment(), publication });
    return save("registry.yaml", "application/yaml", entry);
  };
  const write = (name: Name, value: string) => setSaid({ ...said, [name]: value });
  const field = (name: Name, label: string, placeholder = "") => (
    <label class="named">
      {label}
      <input
        type="text"
        class="wide"
        dir="auto"
        placeholder={placeholder}
        value={said[name] ?? ""}
        onInput={({ currentTarget: { value } }) => write(name, value)}
      />
    </label>
  );
  const number = (name: keyof typeof numbers, label: string) => (
    <label class="named">
      {label}
      <input
        type="number"
        class="number"
        min={1}
        step={1}
        value={numbers[name]}
        onInput={({ currentTarget: { valueAsNumber } }) => setNumbers({ ...numbers, [name]: valueAsNumber || 0 })}
      />
    </label>
  );
  const button = (label: string, press: () => unknown) => (
    <button type="button" class="button" onClick={() => void press()}>
      {label}
    </button>
  );
  return (
    <div class="card-of">
      <h2>{words.papersTitle}</h2>
      <p class="note">{words.papersNote}</p>
      {field("page", words.pageBy, words.notStated)}
      {field("collector", words.collectorBy, words.notStated)}
      {field("readers", words.readBy, words.notStated)}
      {field("retention", words.keptUntil, kept || words.notStated)}
      {number("respondents", words.peopleExpected)}
      {number("step", words.toldTogether)}
      <p class="more">
        {button(words.downloadLabelHtml, () => saveLabel("html"))}
        {button(words.downloadLabelJson, () => saveLabel("json"))}
        {button(words.downloadAnnex, saveAnnex)}
      </p>
      <details>
        <summary>{words.entryTitle}</summary>
        <p class="note">{words.entryNote}</p>
        {field("purpose", words.entryPurpose)}
        {field("region", words.entryRegion)}
        <label class="named">
          {words.entryPublished}
          <input
            type="date"
            class="number"
            value={said.published ?? ""}
            onInput={({ currentTarget: { value } }) => write("published", value)}
          />
        </label>
        {field("author", words.entryAuthor)}
        <p class="more">{button(words.downloadEntry, saveEntry)}</p>
      </details>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
