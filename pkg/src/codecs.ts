/** What stands for the platform's codecs in the glue of modules, which makes some when it is loaded: `needed` where one is used. */
import { needed } from "./runtime.js";

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
