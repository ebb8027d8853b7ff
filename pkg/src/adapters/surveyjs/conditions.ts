/** A question that others may depend on, as it is imported. */
interface Earlier {
  readonly name: string;
  readonly categories?: readonly { readonly value: string }[];
  readonly bins?: readonly (number | null)[];
  readonly asked_if?: Conditions;
}

/** The values of earlier questions after which a question is asked. */
export type Conditions = Readonly<Record<string, readonly string[]>>;

/** A comparison of one question with a value, a list of values or a number. */
const COMPARISON = /^\{([^{}]+)\}\s*(==?|equal|anyof|>=|<)\s*(\S.*)$/is;
const LITERAL = /^(?:'([^'\\]*)'|"([^"\\]*)"|(true|false|-?\d+(?:\.\d+)?))$/i;

/**
 * Reads `visibleIf` expressions that compare answers to earlier questions with their values, joined by "and"; `undefined` where
 * they say anything else. A number is compared with edges of its bins.
 */
export function conditionsOf(expressions: readonly string[], earlier: readonly Earlier[]): Conditions | undefined {
  const found = new Map<string, readonly string[]>();
  for (const comparison of expressions.flatMap((expression) => bare(expression).split(/\s+and\s+/i))) {
    const [, name = "", operator = "", right = ""] = COMPARISON.exec(bare(comparison)) ?? [];
    const question = earlier.find((each) => each.name === name.trim());
    const values =
      question && (question.bins ? within(question.bins, operator, right) : among(question, operator, right));
    if (values === undefined) return undefined;
    const before = found.get(question!.name) ?? values;
    found.set(
      question!.name,
      before.filter((value) => values.includes(value)),
    );
  }
  const isSense = ({ name, asked_if, bins, categories }: Earlier) => {
    const some = found.get(name)?.length;
    const all = bins ? bins.length - 1 : categories!.length;
    return some === undefined || (some > 0 && (some < all || asked_if !== undefined));
  };
  return earlier.every(isSense) ? Object.fromEntries(found) : undefined;
}

/** Without blanks and parentheses around it. */
function bare(expression: string): string {
  const trimmed = expression.trim();
  const [, inner] = /^\(([^()]*)\)$/s.exec(trimmed) ?? [];
  return inner === undefined ? trimmed : inner.trim();
}

/** The values of bins from an edge on, or below one. */
function within(bins: readonly (number | null)[], operator: string, right: string): readonly string[] | undefined {
  const edge = bins.findIndex((each) => each !== null && String(each) === right.trim());
  if (edge < 0 || ![">=", "<"].includes(operator)) return undefined;
  const all = bins.slice(1).map((high, i) => {
    const low = bins[i];
    return low === null ? `<${high}` : high === null ? `≥${low}` : `[${low},${high})`;
  });
  return operator === "<" ? all.slice(0, edge) : all.slice(edge);
}

/** The values that equal one of these; SurveyJS ignores case and outer blanks. */
function among({ categories = [] }: Earlier, operator: string, right: string): readonly string[] | undefined {
  if ([">=", "<"].includes(operator)) return undefined;
  const [, list] = /^\[(.*)\]$/s.exec(right.trim()) ?? [];
  const isList = operator.toLowerCase() === "anyof";
  if (isList !== (list !== undefined)) return undefined;
  const wanted = (list === undefined ? [right] : list.split(",")).map((each) => {
    const [, single, double, plain] = LITERAL.exec(each.trim()) ?? [];
    return (single ?? double ?? plain)?.trim().toLowerCase();
  });
  const matching = (value: string) => wanted.includes(value.trim().toLowerCase());
  const found = categories.map(({ value }) => value).filter(matching);
  const isKnown = (each: string | undefined) => found.some((value) => value.trim().toLowerCase() === each);
  return wanted.every(isKnown) ? found : undefined;
}
