/** The parser of a SurveyJS model. */
export interface ExpressionParser {
  /** Parses an expression and makes a runner for it. */
  createExpressionRunner(expression: string): unknown;
}

/** The parts of an expression. */
export interface Expression {
  /** The variables, as they are written between braces. */
  readonly variables: readonly string[];
  readonly constants: readonly string[];
  readonly calls: readonly Call[];
  /** Kinds of operands that this reader does not know. */
  readonly unknown: readonly string[];
}

/** A call of a function, with the kinds of its parameters. */
export interface Call {
  readonly name: string;
  readonly parameters: readonly string[];
}

/** An operand of SurveyJS; its members depend on its kind. */
interface Operand {
  getType(): string;
  readonly variable?: string;
  readonly value?: unknown;
  readonly functionName?: string;
  readonly parameters?: { readonly values?: readonly (Operand | null)[] };
}

interface Runner {
  canRun(): boolean;
  readonly expressionExecutor?: { readonly operand?: Operand };
}

const COMPOUND = ["binary", "unary", "array"];

/** Parses an expression with SurveyJS's own parser; `undefined` where SurveyJS could not run it either. */
export function parsed(parser: ExpressionParser, text: string): Expression | undefined {
  const root = rootOf(parser, text);
  if (root === undefined) return undefined;
  const operands = [...operandsOf(root)];
  const of = (kind: string) => operands.filter((operand) => operand.getType() === kind);
  return {
    variables: of("variable").map(({ variable }) => String(variable)),
    constants: of("const").map(({ value }) => unquoted(String(value))),
    calls: of("function").map(({ functionName, parameters }) => ({
      name: String(functionName),
      parameters: (parameters?.values ?? []).map((operand) => operand?.getType() ?? "const"),
    })),
    unknown: operands
      .map((operand) => operand.getType())
      .filter((kind) => !["variable", "const", "function", ...COMPOUND].includes(kind)),
  };
}

/** Whether variables are written between braces, which a page can change. */
export function hasBraces(parser: ExpressionParser): boolean {
  return String(rootOf(parser, "{a}")) === "{a}";
}

function rootOf(parser: ExpressionParser, text: string): Operand | undefined {
  try {
    const runner = parser.createExpressionRunner(text) as Runner;
    return runner.canRun() ? runner.expressionExecutor!.operand! : undefined;
  } catch {
    return undefined;
  }
}

/** Iterates over all operands, nested ones included. */
function* operandsOf(part: unknown): Generator<Operand> {
  if (typeof part !== "object" || part === null) return;
  if (typeof (part as Operand).getType === "function") yield part as Operand;
  for (const inner of Object.values(part)) yield* operandsOf(inner);
}

function unquoted(text: string): string {
  return /^(['"]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
