/**
 * Stands in for the platform's text codecs in the modules' glue code, which creates some on loading: a missing one fails only
 * when it is used.
 */
import { needed } from "../common/runtime.js";

const { TextDecoder: Decoder, TextEncoder: Encoder } = globalThis;

class NoDecoder {
  decode(bytes?: unknown): string {
    return bytes === undefined ? "" : needed("TextDecoder").name;
  }
}

class NoEncoder {
  encode = (): never => lacking();
  encodeInto = (): never => lacking();
}

function lacking(): never {
  throw needed("TextEncoder");
}

const [OwnDecoder, OwnEncoder] = [Decoder ?? NoDecoder, Encoder ?? NoEncoder];

export { OwnDecoder as TextDecoder, OwnEncoder as TextEncoder };
