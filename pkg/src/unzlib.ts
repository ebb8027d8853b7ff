/** Inflates where the platform does not: browsers before 2023, and some runtimes at the edge of a network. */
export { unzlibSync } from "fflate";
