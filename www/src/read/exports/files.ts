/** The files that the page saves of what it shows; what writes them is loaded on demand. */

import type { RankingsDocument, ScoresDocument } from "candor/analysis";
import type { Statistics } from "../cards";
import type { CardsSection } from "../cards-section";
import { csv, json } from "../download";
import { notesOf } from "../figures";
import type { Estimated, Source } from "../source";
import type { Told } from "../statistics";
import { rankingsTold, scoresTold } from "../statistics-told";
import type { View } from "../view";
import type { Words } from "../words";
import { workbook } from "../workbook";
import type { Dataset } from "./dataset";

/** What is shown, as far as it can be saved. */
export interface Savable {
  readonly source: Source;
  readonly scores: CardsSection<ScoresDocument> | undefined;
  readonly rankings: CardsSection<RankingsDocument> | undefined;
  /** The view with what goes with the source. */
  readonly view: () => View;
  readonly tables: () => string[][];
  /** The number of reports. */
  readonly n: () => number;
  /** Resolves when all is shown. */
  readonly finished: () => Promise<void>;
}

/** The formats of statistics programs. */
type Format = "dta" | "sav";

/** The view with the unbiased estimates in place of a best guess, which is not to be computed with. */
function forPrograms(view: View): View {
  return view.method === "auto" ? { ...view, method: "inverse" } : view;
}

export class Files {
  readonly #shown: Savable;
  readonly #words: Words;

  constructor(shown: Savable, words: Words) {
    this.#shown = shown;
    this.#words = words;
  }

  /** Which of scores and rankings the plan has. */
  get statistics(): Statistics[] {
    return (["scores", "rankings"] as const).filter((of) => this.#shown[of] !== undefined);
  }

  /** The tables like `candor estimate --format csv`. */
  async csv(): Promise<Blob> {
    return csv(await this.#csv());
  }

  /** All scores or rankings of the plan like `candor scores --format csv`. */
  async statisticsCsv(of: Statistics): Promise<Blob> {
    return csv(await this.#statisticsCsv(of, this.#shown[of]?.names ?? []));
  }

  /** Tables, scores and rankings as one document. */
  async json(): Promise<Blob> {
    const { scores, rankings } = this.#shown;
    const documents = await this.#documents();
    const by = scores?.by ?? rankings?.by;
    const members = {
      ...(by === undefined ? {} : { by }),
      ...(scores ? { scores: documents.scores.flatMap((document) => document.scores) } : {}),
      ...(rankings ? { rankings: documents.rankings.flatMap((document) => document.rankings) } : {}),
    };
    return json({ ...(await this.#unbiased()), ...members });
  }

  /** Tables, scores and rankings as the page shows them. */
  async workbook(): Promise<Blob> {
    const estimates = await this.#estimates(this.#shown.view());
    return workbook(estimates, await this.#told(), this.#shown.source, this.#words);
  }

  /** The tables for a statistics program. */
  async dataset(format: Format): Promise<Blob> {
    const { source, view } = this.#shown;
    const [unbiased, seen] = await Promise.all([this.#unbiased(), this.#estimates(view())]);
    const { datasetOf } = await import("./dataset");
    return written(datasetOf(unbiased, seen, source, this.#notes(), this.#words), format);
  }

  /** Scores and rankings for a statistics program. */
  async statisticsDataset(format: Format): Promise<Blob> {
    const told = (await this.#told()).flatMap((section) => section.told);
    const { statisticsDataset } = await import("./statistics-dataset");
    return written(statisticsDataset(told, this.#shown.source.plan, this.#statisticsNotes(), this.#words), format);
  }

  /** CSV with descriptions, under this name: of the tables, and of the scores and the rankings that could be estimated. */
  async described(name: string): Promise<Blob> {
    const { plan } = this.#shown.source;
    const documents = await this.#documents();
    const named = {
      scores: documents.scores.flatMap(({ scores }) => scores.map((score) => score.name)),
      rankings: documents.rankings.flatMap(({ rankings }) => rankings.map((ranking) => ranking.name)),
    };
    const statistics = this.statistics
      .filter((of) => named[of].length > 0)
      .map(async (of) => ({
        of,
        name: `${name}-${of}`,
        content: await this.#statisticsCsv(of, named[of]),
        notes: this.#statisticsNotes(),
      }));
    const { described } = await import("./described");
    const tables = { name, content: await this.#csv(), notes: this.#notes() };
    return described([tables, ...(await Promise.all(statistics))], plan, this.#words);
  }

  #estimates(view: View): Promise<Estimated> {
    return this.#shown.source.estimates(this.#shown.tables(), view);
  }

  #unbiased(): Promise<Estimated> {
    return this.#estimates(forPrograms(this.#shown.view()));
  }

  #csv(): Promise<string> {
    const { source, tables, view } = this.#shown;
    return source.csv(tables(), forPrograms(view()));
  }

  #statisticsCsv(of: Statistics, names: readonly string[]): Promise<string> {
    const { source, view, [of]: section } = this.#shown;
    return source.statisticsCsv(of, names, view().confidence, section?.by);
  }

  /** The documents of the scores and of the rankings that are shown, once all are estimated. */
  async #documents(): Promise<{
    readonly scores: readonly ScoresDocument[];
    readonly rankings: readonly RankingsDocument[];
  }> {
    const { finished, scores, rankings } = this.#shown;
    await finished();
    return { scores: (await scores?.shown()) ?? [], rankings: (await rankings?.shown()) ?? [] };
  }

  /** The numbers of these, under their titles. */
  async #told(): Promise<{ readonly title: string; readonly told: readonly Told[] }[]> {
    const { plan } = this.#shown.source;
    const { scores, rankings } = await this.#documents();
    const words = this.#words;
    return [
      { title: words.scores.title, told: scoresTold(scores, plan, words) },
      { title: words.rankings.title, told: rankingsTold(rankings, plan, words) },
    ].filter(({ told }) => told.length > 0);
  }

  /** How the tables were made. */
  #notes(): string[] {
    const { source, n, view } = this.#shown;
    return notesOf(source, { ...forPrograms(view()), n: n() }, this.#words);
  }

  /** How scores and rankings were made. */
  #statisticsNotes(): string[] {
    const { source, n, view } = this.#shown;
    return notesOf(source, { confidence: view().confidence, n: n() }, this.#words);
  }
}

async function written(dataset: Dataset, format: Format): Promise<Blob> {
  return format === "dta" ? (await import("./stata")).stata(dataset) : (await import("./spss")).spss(dataset);
}
