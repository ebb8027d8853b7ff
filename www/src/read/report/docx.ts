/** Writes a report as a document of word processors (DOCX); the library is loaded with this file, on demand. */

import {
  AlignmentType,
  BorderStyle,
  Document,
  HeadingLevel,
  ImageRun,
  type ISectionOptions,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import { png } from "../picture";
import type { Block, Line } from "./blocks";
import type { Report } from "./report";

type Child = Exclude<ISectionOptions["children"], undefined>[number];

/** The width between the margins, in pixels of 1/96 inch. */
const WIDTH = 600;
/** Margins in twentieths of a point: 2 cm. */
const MARGIN = 1134;
const HEADINGS = { 2: HeadingLevel.HEADING_1, 3: HeadingLevel.HEADING_2, 4: HeadingLevel.HEADING_3 } as const;
const BULLETS = "bullets";
const SOFT = "5C5952";

/** The file. */
export async function docx({ title, language, direction, blocks }: Report): Promise<Blob> {
  const writer = new Writer(direction === "rtl");
  const children: Child[] = [writer.paragraph(title, { heading: HeadingLevel.TITLE })];
  for (const block of blocks) children.push(...(await writer.written(block)));
  const tag = direction === "rtl" ? { bidirectional: language } : { value: language };
  const file = new Document({
    title,
    creator: "Candor",
    styles: { default: { document: { run: { language: tag, size: 21 } } } },
    numbering: {
      config: [
        {
          reference: BULLETS,
          levels: [
            {
              level: 0,
              format: LevelFormat.BULLET,
              text: "•",
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { start: 360, hanging: 240 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: { page: { margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN } } },
        children,
      },
    ],
  });
  return Packer.toBlob(file);
}

type Looks = Omit<NonNullable<Exclude<ConstructorParameters<typeof Paragraph>[0], string>>, "children" | "text"> & {
  readonly bold?: boolean;
  readonly color?: string;
};

/** Writes blocks in a direction of reading. */
class Writer {
  readonly #isMirrored: boolean;

  constructor(isMirrored: boolean) {
    this.#isMirrored = isMirrored;
  }

  async written(block: Block): Promise<Child[]> {
    switch (block.kind) {
      case "heading":
        return [this.paragraph(block.text, { heading: HEADINGS[block.level], keepNext: true })];
      case "paragraph":
        return [this.paragraph(block.text, { spacing: { after: 100 } })];
      case "note":
        return [this.paragraph(block.text, { spacing: { after: 100 }, color: SOFT })];
      case "list":
        return block.items.map((item) => this.paragraph(item, { numbering: { reference: BULLETS, level: 0 } }));
      case "picture":
        return [await this.#picture(block)];
      case "table":
        return this.#table(block);
    }
  }

  paragraph(text: string, { bold, color, ...looks }: Looks = {}): Paragraph {
    const run = new TextRun({
      text,
      rightToLeft: this.#isMirrored,
      ...(bold === undefined ? {} : { bold }),
      ...(color === undefined ? {} : { color }),
    });
    return new Paragraph({ ...looks, bidirectional: this.#isMirrored, children: [run] });
  }

  async #picture({ picture, description }: Extract<Block, { kind: "picture" }>): Promise<Paragraph> {
    const scale = Math.min(1, WIDTH / picture.width);
    const image = new ImageRun({
      type: "png",
      data: await (await png(picture)).arrayBuffer(),
      transformation: { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) },
      altText: { name: description, title: description, description },
    });
    return new Paragraph({ bidirectional: this.#isMirrored, keepNext: true, children: [image] });
  }

  #table({ caption, headings, isTitled = false, lines }: Extract<Block, { kind: "table" }>): Child[] {
    const head = { heads: headings.length, cells: headings, isStrong: true };
    const rows = [this.#row(head, true), ...lines.map((line) => this.#row(line, false))];
    const none = { style: BorderStyle.NONE };
    const line = { style: BorderStyle.SINGLE, size: 4, color: "E0DCD3" };
    return [
      ...(isTitled
        ? []
        : [this.paragraph(caption, { bold: true, keepNext: true, spacing: { before: 160, after: 60 } })]),
      new Table({
        width: { size: 100, type: WidthType.PERCENTAGE },
        visuallyRightToLeft: this.#isMirrored,
        borders: { top: none, left: none, right: none, bottom: line, insideHorizontal: line, insideVertical: none },
        rows,
      }),
      new Paragraph({ spacing: { after: 60 } }),
    ];
  }

  #row({ heads, cells, isStrong }: Line, isHead: boolean): TableRow {
    const made = cells.map((text, place) => {
      const bold = isStrong || place < heads;
      return new TableCell({ children: [this.paragraph(text, { bold, ...(isHead ? { color: SOFT } : {}) })] });
    });
    return new TableRow({ ...(isHead ? { tableHeader: true } : {}), cantSplit: true, children: made });
  }
}
