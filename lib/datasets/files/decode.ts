import { invalidField } from "@/lib/errors";

const SAMPLE_CHARACTERS = 64 * 1024;
/** At most this size, so that no piece blocks the process for long. */
const PIECE_BYTES = 16 * 1024;

/** The file's text piece by piece, without a byte order mark. */
async function* decode(file: File): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const read = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw invalidField("file", "Is not UTF-8 text. Save it as CSV (UTF-8), JSON or JSON Lines.");
    }
  };
  for await (const bytes of file.stream()) {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES)
      yield read(bytes.subarray(start, start + PIECE_BYTES));
  }
  yield read();
}

/** The whole text as a stream, and its beginning, which shows the format. */
export async function openText(file: File): Promise<{ sample: string; text: AsyncGenerator<string> }> {
  const pieces = decode(file);
  let sample = "";
  while (sample.length < SAMPLE_CHARACTERS) {
    const { done, value } = await pieces.next();
    if (done) break;
    sample += value;
  }
  return { sample, text: follow() };

  async function* follow(): AsyncGenerator<string> {
    yield sample;
    yield* pieces;
  }
}
