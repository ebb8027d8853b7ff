/** What is long runs nightly (`scripts/test nightly`); every run has a smaller cut of it. */

export const nightly = process.env.CANDOR_NIGHTLY === "1";

/** All of these nightly, and in every run the cut. */
export const every = (all, cut) => (nightly ? all : cut);
