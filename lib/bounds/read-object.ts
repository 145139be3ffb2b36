// Reads a JSON body within its bounds.
import { LARGE_BYTES, MAX_BODY_BYTES, MAX_VALUES } from "./limits";
import { Refusal } from "./refusal";
import { turn } from "./turn";
import { ValueCount } from "./value-count";

export interface ReadObject {
  object: Record<string, unknown>;
  /** How long its text was. */
  characters: number;
}

/** The body's object; null when the body is empty. Throws a Refusal. */
export async function readObject(request: Request): Promise<ReadObject | null> {
  const text = await readText(request);
  if (text.length > LARGE_BYTES) await turn();
  return text.trim() === "" ? null : { object: parseObject(text), characters: text.length };
}

const tooLarge = () => new Refusal("tooLarge", `The request body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`);

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const reader = request.body?.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const values = new ValueCount(MAX_VALUES);
  let text = "";
  let size = 0;
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      size += chunk.value.byteLength;
      if (size > MAX_BODY_BYTES) throw tooLarge();
      values.add(chunk.value);
      text += decoder.decode(chunk.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    // Not waited for: what is still to come is the connection's affair.
    void reader?.cancel().catch(() => undefined);
    if (error instanceof Refusal) throw error;
    throw new Refusal("unreadable", "The request body could not be read as UTF-8 text.", error);
  }
}

function parseObject(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "it cannot be parsed";
    throw new Refusal("unreadable", `The request body is not valid JSON: ${reason}.`, error);
  }
  if (body === null || typeof body !== "object" || Array.isArray(body)) {
    throw new Refusal("unreadable", "The request body must be a JSON object.");
  }
  return body as Record<string, unknown>; // safe because it is an object and no array
}
