/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The name of the survey that this build of the pages asks, from survey.json. */
  readonly VITE_SURVEY: string;
}
