/** The languages in which promises are said: a file each, and a line here. */

export { en } from "./en.js";
export { es } from "./es.js";
export { ja } from "./ja.js";
