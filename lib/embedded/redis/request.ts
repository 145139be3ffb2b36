// The requests that the REST server accepts.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

const largestBody = 8 * 1024 * 1024;

/** A request that is answered before any command runs. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares digests, which have one length, in constant time. */
export function authorizer(token: string): (request: IncomingMessage) => boolean {
  const expected = digest(`Bearer ${token}`);
  return (request) => timingSafeEqual(digest(request.headers.authorization ?? ""), expected);
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A body that is too large is read to its end, unkept: a client still sending would not see an earlier answer.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > largestBody) throw new Refusal(413, `ERR the request is larger than ${largestBody} bytes`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new Refusal(400, "ERR the request body is not JSON");
  }
}

export function assertCommand(value: unknown): void {
  const isCommand = Array.isArray(value) && value.length > 0 && value.every(isWord);
  if (!isCommand) throw new Refusal(400, "ERR a command is a non-empty list of strings, numbers and booleans");
}

const isWord = (part: unknown): boolean => ["string", "number", "boolean"].includes(typeof part);

export function assertCommands(value: unknown): void {
  if (!Array.isArray(value)) throw new Refusal(400, "ERR a list of commands is expected");
  value.forEach(assertCommand);
}
