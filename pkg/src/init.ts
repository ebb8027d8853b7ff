import { CandorError } from "./errors.js";
import "./host.js";
import { each } from "./request.js";

/** What `init` takes: a module, its bytes, or a response that brings them; or one of these to come. */
export type ModuleSource = WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response;

let given: Promise<WebAssembly.Module> | undefined;

/**
 * Gives the module that perturbs, `candor/candor.wasm`, before the first `loadPlan`: as a bundler or an edge runtime hands it
 * over. Rejects with `wasm-unavailable` where it cannot be had or compiled; another may be given then.
 */
export async function init(source: ModuleSource | Promise<ModuleSource>): Promise<void> {
  given = compiled(source);
  await given;
}

async function compiled(source: ModuleSource | Promise<ModuleSource>): Promise<WebAssembly.Module> {
  try {
    const arrived = await source;
    if (isModule(arrived)) return arrived as WebAssembly.Module;
    const bytes = arrived instanceof Response ? await downloaded(arrived) : (arrived as BufferSource);
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new CandorError("wasm-unavailable", "the module that was given cannot be compiled here", { cause });
  }
}

/** The most bytes that are read of a response: many times the module's. */
const MOST = 2 ** 20;

async function downloaded(response: Response): Promise<BufferSource> {
  if (!response.ok) throw new Error(`status ${response.status}`);
  const bytes = new Uint8Array(MOST);
  let length = 0;
  const take = (piece: Uint8Array) => {
    bytes.set(piece, length);
    length += piece.length;
  };
  if (!(await each(response, MOST, take))) throw new Error(`more than ${MOST} bytes`);
  return bytes.subarray(0, length);
}

/** Whether it is a module, of whatever realm: an edge runtime may compile in one and run in another. */
function isModule(source: unknown): boolean {
  try {
    WebAssembly.Module.exports(source as WebAssembly.Module);
    return true;
  } catch {
    return false;
  }
}

/** The module that was given. */
export async function opened(): Promise<WebAssembly.Module> {
  if (given === undefined)
    throw new CandorError("wasm-unavailable", "no module was given: call `init` of candor/slim before `loadPlan`");
  return given;
}
