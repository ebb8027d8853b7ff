import type { Plan as Verified } from "../dist/wasm/candor.js";
import { call, running } from "./module.js";
import type { Plan } from "./plan.js";
import { post, type SubmitOptions } from "./submit.js";
import type { Answers, Attribute, PlanAttribute, PlanDocument, Promises, Receipt, Report } from "./types.js";

/** A plan and the verified twin of it inside the perturbing module. */
export class LoadedPlan implements Plan {
  readonly survey: string;
  declare readonly title?: string;
  readonly fingerprint: string;
  readonly attributes: readonly Attribute[];
  readonly promises: Promises;
  readonly #verified: Verified;
  readonly #instance = running();
  readonly #sending = new Map<string, Promise<Receipt>>();
  #report: Report | undefined;

  constructor(document: PlanDocument, verified: Verified) {
    this.survey = document.survey;
    if (document.title !== undefined) this.title = document.title;
    this.fingerprint = document.fingerprint;
    this.attributes = Object.freeze(document.attributes.map(attribute));
    this.promises = call(this.#instance, () => promises(document, verified));
    this.#verified = verified;
    Object.freeze(this);
  }

  async respond(answers: Answers): Promise<Report> {
    return (this.#report ??= this.perturb(answers));
  }

  submit(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    const endpoint = String(options.endpoint);
    const sending = this.#sending.get(endpoint) ?? this.#send(answers, options);
    this.#sending.set(endpoint, sending);
    return sending;
  }

  async #send(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    try {
      return await post(await this.respond(answers), options);
    } finally {
      this.#sending.delete(String(options.endpoint));
    }
  }

  perturb(answers: Answers): Report {
    const given: Answers = Object.assign(Object.create(null), answers);
    return report(call(this.#instance, () => this.#verified.perturb(given)));
  }
}

function attribute({ name, question, optional = false, bins, categories }: PlanAttribute): Attribute {
  return Object.freeze({
    name,
    ...(question !== undefined && { question }),
    optional,
    ...(bins !== undefined && { bins: Object.freeze([...bins]) }),
    categories: Object.freeze(
      categories.map((category) =>
        Object.freeze(typeof category === "string" ? { value: category, label: category } : { ...category }),
      ),
    ),
  });
}

function promises(document: PlanDocument, verified: Verified): Promises {
  const [record, ...pairs] = [...verified.promises] as [number, ...number[]];
  const promise = ({ name }: PlanAttribute, index: number) =>
    Object.freeze({ name, column: pairs[2 * index]!, attribute: pairs[2 * index + 1]! });
  return Object.freeze({ record, attributes: Object.freeze(document.attributes.map(promise)) });
}

function report(json: string): Report {
  const { answers, id, plan } = JSON.parse(json) as Report;
  return Object.freeze({ answers: Object.freeze(answers), id, plan });
}
