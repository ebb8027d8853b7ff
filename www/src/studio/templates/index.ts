/**
 * Surveys to begin with, in six languages. Their wording is our own; what they ask follows standard instruments, which are cited. Each is a survey
 * document, also for `candor design`, and loaded only when it is chosen.
 */

import type { Words } from "../words/en";

/** The name of a template. */
export type TemplateName = keyof Words["templates"];

/** A template. */
export interface Template {
  readonly name: TemplateName;
  /** The instruments that it follows. */
  readonly sources: readonly string[];
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
      "ILO, Lloyd’s Register Foundation and Gallup: Experiences of Violence and Harassment at Work, A Global First Survey, 2022",
      "Einarsen, Hoel and Notelaers: Negative Acts Questionnaire–Revised, 2009",
      "Fitzgerald, Magley, Drasgow and Waldo: Sexual Experiences Questionnaire (SEQ-DoD), 1999",
    ],
    load: () => import("./harassment.json"),
  },
  {
    name: "drugs",
    sources: [
      "ESPAD Group: European School Survey Project on Alcohol and Other Drugs, 2019",
      "Centers for Disease Control and Prevention: Youth Risk Behavior Survey, 2021",
    ],
    load: () => import("./drugs.json"),
  },
  {
    name: "corruption",
    sources: [
      "UNODC and UNDP: Manual on Corruption Surveys, 2018 (SDG indicator 16.5.1)",
      "Transparency International: Global Corruption Barometer, 2017",
    ],
    load: () => import("./corruption.json"),
  },
  {
    name: "health",
    sources: [
      "World Health Organization: STEPwise approach to NCD risk factor surveillance (STEPS), 2020",
      "Bush, Kivlahan, McDonell, Fihn and Bradley: AUDIT-C, 1998",
      "Kroenke, Spitzer and Williams: Patient Health Questionnaire-2, 2003",
    ],
    load: () => import("./health.json"),
  },
  {
    name: "pay",
    sources: [
      "Eurostat: Structure of Earnings Survey, 2018",
      "ILO: Global Wage Report 2018/19, What lies behind gender pay gaps, 2018",
    ],
    load: () => import("./pay.json"),
  },
];
