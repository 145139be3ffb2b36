// Reads a JSON body within its limits.

import { LARGE_BYTES, MAX_BODY_BYTES, MAX_VALUES } from "@/lib/bounds/limits";
import { Refusal } from "@/lib/bounds/refusal";
import { type Take, withRoom } from "@/lib/bounds/room";
import { turn } from "@/lib/bounds/turn";
import { ValueCount } from "@/lib/bounds/value-count";
import type { Exchange } from "@/lib/exchange/exchange";
import { isRecord } from "@/lib/records";
import { DecodedText } from "./decode-chunks";
import { inflated } from "./inflated";
import { heldBody } from "./read-body";

type Body = Pick<Exchange, "header" | "body">;

export interface ReadObject {
  object: Record<string, unknown>;
  /** The length of its text. */
  characters: number;
}

/** The body's object; null when the body is empty. Throws a Refusal. */
export function readObject(request: Body): Promise<ReadObject | null> {
  return withRoom(async (take) => {
    const text = await readText(request, take);
    if (text.length > LARGE_BYTES) await turn();
    return text.trim() === "" ? null : { object: parseObject(text), characters: text.length };
  });
}

const bound = {
  most: MAX_BODY_BYTES,
  tooLarge: () => new Refusal("tooLarge", `The request body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`),
};

async function readText(request: Body, take: Take): Promise<string> {
  const text = new DecodedText("strict");
  const values = new ValueCount(MAX_VALUES);
  try {
    for await (const chunk of heldBody(inflated(request, bound), bound, take)) {
      values.add(chunk);
      text.add(chunk);
    }
    return text.end();
  } catch (error) {
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
  if (!isRecord(body)) throw new Refusal("unreadable", "The request body must be a JSON object.");
  return body;
}
