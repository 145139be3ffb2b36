// What a request to the REST server may say, and what it is told.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { fromText, toBase64, toText } from "./byte-string";
import { RedisError, type Reply, Status } from "./engine";

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

export function toCommand(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw notACommand();
  return value.map((part: unknown) => {
    if (typeof part === "string") return fromText(part);
    if (typeof part === "number" || typeof part === "boolean") return String(part);
    throw notACommand();
  });
}

export function toCommands(value: unknown): string[][] {
  if (!Array.isArray(value)) throw new Refusal(400, "ERR a list of commands is expected");
  return value.map(toCommand);
}

const notACommand = () => new Refusal(400, "ERR a command is a non-empty list of strings, numbers and booleans");

export type Encode = (bytes: string) => string;

export const encodingOf = (request: IncomingMessage): Encode =>
  request.headers["upstash-encoding"] === "base64" ? toBase64 : toText;

export interface Answer {
  result?: unknown;
  error?: string;
}

/** The status OK stays as it is under any encoding: clients look for it before they decode. */
export function toAnswer(reply: Reply, encode: Encode): Answer {
  if (reply instanceof RedisError) return { error: toText(reply.message) };
  return { result: reply instanceof Status && reply.text === "OK" ? "OK" : present(reply, encode) };
}

function present(reply: Reply, encode: Encode): unknown {
  if (typeof reply === "string") return encode(reply);
  if (typeof reply === "number" || reply === null) return reply;
  if (reply instanceof Status) return encode(reply.text);
  if (reply instanceof RedisError) return encode(reply.message);
  return reply.map((item) => present(item, encode));
}
