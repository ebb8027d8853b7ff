/** The languages in which promises are written: one file each, and a line here. */

export { ar } from "./ar.js";
export { de } from "./de.js";
export { en } from "./en.js";
export { es } from "./es.js";
export { fr } from "./fr.js";
export { ja } from "./ja.js";
