/** The view of a reader as it is kept in the address: names and settings, and nothing about any respondent. */

/** What the page shows, and how. */
export interface View {
  /** The fingerprint of a plan at this page's collector, if totals are read. */
  readonly plan?: string;
  /** In old links: the name of a survey, for its newest plan. */
  readonly survey?: string;
  readonly down?: string;
  readonly across?: string;
  /** How the cross table of two questions is drawn. */
  readonly as: "heatmap" | "mosaic";
  readonly confidence: number;
  readonly method: "auto" | "inverse" | "likelihood";
  /** Whether shares are of valid answers. */
  readonly valid: boolean;
  /** The question whose answers form groups for the means of scores. */
  readonly by?: string;
}

const CONFIDENCES: readonly number[] = [0.9, 0.95, 0.99];
const METHODS: readonly string[] = ["auto", "inverse", "likelihood"];
const DRAWN: readonly string[] = ["heatmap", "mosaic"];
/** What a reader has chosen. The reconstruction goes with the source until one is chosen. */
export type Chosen = Omit<View, "method"> & Partial<Pick<View, "method">>;

export const AT_FIRST: Chosen = { as: "heatmap", confidence: 0.95, valid: false };

/** Parses a fragment; missing or invalid parts get their defaults. */
export function viewOf(fragment: string): Chosen {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const confidence = Number(said.get("confidence"));
  const [as, method] = ["as", "method"].map((name) => said.get(name) ?? "") as [string, string];
  const named = (["survey", "plan", "down", "across", "by"] as const).flatMap((name) => {
    const value = said.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    ...AT_FIRST,
    ...Object.fromEntries(named),
    ...(DRAWN.includes(as) ? { as: as as View["as"] } : {}),
    ...(CONFIDENCES.includes(confidence) ? { confidence } : {}),
    ...(said.get("valid") === "true" ? { valid: true } : {}),
    ...(METHODS.includes(method) ? { method: method as View["method"] } : {}),
  };
}

/** Writes a view as a fragment. */
export function fragmentOf(view: Chosen): string {
  const said = Object.entries(view).filter(([name, value]) => AT_FIRST[name as keyof Chosen] !== value);
  return said.length === 0 ? "" : `#${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}
