/** Long tests run in full nightly (`scripts/test nightly`); every other run has a shorter version of them. */

export const nightly = process.env.CANDOR_NIGHTLY === "1";

/** Returns `all` in nightly runs, and the smaller `cut` in others. */
export const every = (all, cut) => (nightly ? all : cut);

/** Of rows that begin with a language's tag all in nightly runs; in others that of Arabic, which is also written from the right. */
export const inLanguages = (rows) =>
  every(
    rows,
    rows.filter(([language]) => language === "ar"),
  );
