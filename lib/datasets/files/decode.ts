import { invalidField } from "@/lib/errors";
import type { TextEnds } from "../rules/file-form";

const SAMPLE_CHARACTERS = 64 * 1024;
/** At most this size, so that no chunk blocks the process for long. */
const PIECE_BYTES = 16 * 1024;

const BOM = "\uFEFF";

/** The file's text chunk by chunk, without a byte order mark; `ends` is right once all of it has been read. */
async function* decode(file: File, ends: TextEnds): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let isFirst = true;
  const read = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw invalidField("file", "Is not UTF-8 text. Save it as CSV (UTF-8), JSON, JSON Lines or .xlsx.");
    }
  };
  for await (const bytes of file.stream()) {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES)
      yield noted(read(bytes.subarray(start, start + PIECE_BYTES)));
  }
  yield noted(read());

  function noted(chunk: string): string {
    if (chunk === "") return chunk;
    ends.last = chunk.slice(-1);
    ends.bom ||= isFirst && chunk.startsWith(BOM);
    const text = isFirst && ends.bom ? chunk.slice(1) : chunk;
    isFirst = false;
    return text;
  }
}

/** The whole text as a stream, and its beginning, which shows the format. */
export async function openText(file: File): Promise<{ sample: string; text: AsyncGenerator<string>; ends: TextEnds }> {
  const ends: TextEnds = { bom: false, last: "" };
  const chunks = decode(file, ends);
  let sample = "";
  while (sample.length < SAMPLE_CHARACTERS) {
    const { done, value } = await chunks.next();
    if (done) break;
    sample += value;
  }
  return { sample, text: follow(), ends };

  async function* follow(): AsyncGenerator<string> {
    yield sample;
    yield* chunks;
  }
}
