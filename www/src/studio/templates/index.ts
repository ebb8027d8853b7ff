/**
 * Surveys to begin with, in six languages. Their wording is our own; what they ask follows standard instruments, which are cited. Each is a survey
 * document, also for `candor design`, and loaded only when it is chosen.
 */

import type { Words } from "../words/en";

/** The name of a template. */
export type TemplateName = keyof Words["templates"];

/** An instrument: who published what, when and where. */
export interface Source {
  readonly by: string;
  readonly title: string;
  readonly year: number;
  readonly address: string;
}

/** A template. */
export interface Template {
  readonly name: TemplateName;
  /** The instruments that it follows. */
  readonly sources: readonly Source[];
  /** Loads its survey document. */
  load(): Promise<{ readonly default: object }>;
}

/** The languages in which every template is written. */
export const WRITTEN_IN = ["ar", "de", "en", "es", "fr", "ja"] as const;

/** All templates. */
export const TEMPLATES: readonly Template[] = [
  {
    name: "harassment",
    sources: [
      {
        by: "ILO, Lloyd’s Register Foundation and Gallup",
        title: "Experiences of Violence and Harassment at Work, A Global First Survey",
        year: 2022,
        address: "https://doi.org/10.54394/IOAX8567",
      },
      {
        by: "Einarsen, Hoel and Notelaers",
        title: "Negative Acts Questionnaire–Revised",
        year: 2009,
        address: "https://doi.org/10.1080/02678370902815673",
      },
      {
        by: "Fitzgerald, Magley, Drasgow and Waldo",
        title: "Sexual Experiences Questionnaire (SEQ-DoD)",
        year: 1999,
        address: "https://doi.org/10.1207/s15327876mp1103_3",
      },
    ],
    load: () => import("./harassment.json"),
  },
  {
    name: "drugs",
    sources: [
      {
        by: "ESPAD Group",
        title: "European School Survey Project on Alcohol and Other Drugs",
        year: 2019,
        address: "https://www.emcdda.europa.eu/publications/joint-publications/espad-report-2019_en",
      },
      {
        by: "Centers for Disease Control and Prevention",
        title: "Youth Risk Behavior Survey",
        year: 2021,
        address: "https://www.cdc.gov/mmwr/volumes/72/su/su7201a1.htm",
      },
    ],
    load: () => import("./drugs.json"),
  },
  {
    name: "corruption",
    sources: [
      {
        by: "UNODC and UNDP",
        title: "Manual on Corruption Surveys (SDG indicator 16.5.1)",
        year: 2018,
        address: "https://www.unodc.org/unodc/en/data-and-analysis/corruption-manuals.html",
      },
      {
        by: "Transparency International",
        title: "Global Corruption Barometer",
        year: 2017,
        address: "https://www.transparency.org/en/gcb/global/global-corruption-barometer-2017",
      },
    ],
    load: () => import("./corruption.json"),
  },
  {
    name: "health",
    sources: [
      {
        by: "World Health Organization",
        title: "STEPwise approach to NCD risk factor surveillance (STEPS)",
        year: 2020,
        address: "https://www.who.int/teams/noncommunicable-diseases/surveillance/systems-tools/steps",
      },
      {
        by: "Bush, Kivlahan, McDonell, Fihn and Bradley",
        title: "AUDIT-C",
        year: 1998,
        address: "https://doi.org/10.1001/archinte.158.16.1789",
      },
      {
        by: "Kroenke, Spitzer and Williams",
        title: "Patient Health Questionnaire-2",
        year: 2003,
        address: "https://doi.org/10.1097/01.MLR.0000093487.78664.3C",
      },
    ],
    load: () => import("./health.json"),
  },
  {
    name: "pay",
    sources: [
      {
        by: "Eurostat",
        title: "Structure of Earnings Survey",
        year: 2018,
        address: "https://ec.europa.eu/eurostat/cache/metadata/en/earn_ses_main_esms.htm",
      },
      {
        by: "ILO",
        title: "Global Wage Report 2018/19, What lies behind gender pay gaps",
        year: 2018,
        address: "https://www.ilo.org/global/publications/books/WCMS_650553/lang--en/index.htm",
      },
    ],
    load: () => import("./pay.json"),
  },
];
