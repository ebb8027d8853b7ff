/** What a reader looks at, as it stands in the address: names and settings, and nothing of any respondent. */

/** What is looked at. */
export interface View {
  /** The fingerprint of a plan at this page's collector, where totals are read. */
  readonly plan?: string;
  /** In links of before: a survey, of which the newest plan is meant. */
  readonly survey?: string;
  readonly down?: string;
  readonly across?: string;
  /** How the two are drawn. */
  readonly as: "heatmap" | "mosaic";
  readonly confidence: number;
  readonly method: "inverse" | "auto" | "likelihood";
}

const CONFIDENCES: readonly number[] = [0.9, 0.95, 0.99];
const METHODS: readonly string[] = ["inverse", "auto", "likelihood"];
const DRAWN: readonly string[] = ["heatmap", "mosaic"];
export const AT_FIRST: View = { as: "heatmap", confidence: 0.95, method: "inverse" };

/** The view of a fragment; what it does not say, or says wrongly, is as at first. */
export function viewOf(fragment: string): View {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const confidence = Number(said.get("confidence"));
  const [as, method] = ["as", "method"].map((name) => said.get(name) ?? "") as [string, string];
  const named = (["survey", "plan", "down", "across"] as const).flatMap((name) => {
    const value = said.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    ...AT_FIRST,
    ...Object.fromEntries(named),
    ...(DRAWN.includes(as) ? { as: as as View["as"] } : {}),
    ...(CONFIDENCES.includes(confidence) ? { confidence } : {}),
    ...(METHODS.includes(method) ? { method: method as View["method"] } : {}),
  };
}

/** The fragment of a view. */
export function fragmentOf(view: View): string {
  const said = Object.entries(view).filter(([name, value]) => AT_FIRST[name as keyof View] !== value);
  return said.length === 0 ? "" : `#${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}
