import { CandorError } from "../common/errors.js";
import "../common/host.js";
import { each } from "../http/request.js";

/** What `init` takes: a module, its bytes, or a response with these. */
export type ModuleSource = WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response;

let given: Promise<WebAssembly.Module> | undefined;

/**
 * Provides the perturbing module, `candor/candor.wasm`, before the first `loadPlan`, in the form in which a bundler or an edge
 * runtime imports it. Rejects with `wasm-unavailable` where it cannot be fetched or compiled; `init` may then be called again.
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

/** The most bytes that are read of a response: many times the size of the module. */
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

/** Whether a value is a module of any realm: an edge runtime may compile in one realm and run in another. */
function isModule(source: unknown): boolean {
  try {
    WebAssembly.Module.exports(source as WebAssembly.Module);
    return true;
  } catch {
    return false;
  }
}

/** The module that `init` was given; throws `wasm-unavailable` if there is none. */
export async function opened(): Promise<WebAssembly.Module> {
  if (given === undefined)
    throw new CandorError("wasm-unavailable", "no module was given: call `init` of candor/slim before `loadPlan`");
  return given;
}
