// Answers in Redis that later responses may refer to, for a day, of each organization so many and so much.
import type { Redis } from "@upstash/redis";
import { inTime } from "@/lib/in-time";
import { keepResponse, type ResponsesRow, readResponses } from "@/lib/redis/scripts/responses";
import { evaluate } from "@/lib/redis/scripts/script";
import { GatewayFailure } from "../errors";

/** An answer, with its texts in JSON. */
export interface StoredResponse {
  /** Of the response, without `resp_`. */
  id: string;
  /** The response that it continues, in the same form. */
  previous: string | null;
  input: string;
  /** The response as the client got it. Until 2026-11 its output alone. */
  output: string;
}

export interface FoundResponses {
  /** The requested answers, in order; null for those that are not stored. */
  outputs: (string | null)[];
  /** Earlier inputs and answers, latest first; null if one of them is no longer stored, or none was requested. */
  before: { input: string; output: string }[] | null;
}

export interface ResponseStore {
  /** Answers by their ids, and everything before `previous`. Throws a GatewayFailure. */
  read(scope: string, ids: readonly string[], previous: string | null): Promise<FoundResponses>;
  /** Returns at once. Answers that are too long are not stored. */
  write(scope: string, response: StoredResponse): void;
  /** Deletes an answer and returns whether it existed. Throws a GatewayFailure. */
  remove(scope: string, id: string): Promise<boolean>;
}

/** A hanging Redis delays a request for no longer than this. */
const TIMEOUT_MS = 1000;
const LIFE_MS = 24 * 3_600_000;
const MOST = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_OUTPUT_BYTES = 256 * 1024;
/** Limit for the input. Without its input, an answer can be referred to but not continued. */
const MAX_INPUT_BYTES = 64 * 1024;
/** Of all that one request refers to. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** The key of a scope's answers. */
export const responsesOf = (scope: string): string => `gateway:responses:${scope}`;
const encoder = new TextEncoder();

/** `outlive` lets a write go on after the response. */
export function redisResponses(
  redis: Redis,
  now: () => number,
  report: (error: unknown) => void,
  outlive: (work: Promise<unknown>) => void,
): ResponseStore {
  return {
    async read(scope, ids, previous) {
      const args = [String(now()), String(MAX_READ_BYTES), previous ?? "", ...ids];
      const reading = evaluate<ResponsesRow>(redis, readResponses, [responsesOf(scope)], args).catch(unreadable);
      const row = await inTime(reading, TIMEOUT_MS, unreadable);
      if (row === null) {
        const message = `input: Refers to stored responses of more than ${MAX_READ_BYTES / 1024 / 1024} MB.`;
        throw new GatewayFailure("request_too_large", message, { param: "input" });
      }
      return { outputs: row[0], before: previous === null ? null : pairsIn(row[1]) };
    },
    write(scope, { id, previous, input, output }) {
      const outputBytes = encoder.encode(output).length;
      if (outputBytes > MAX_OUTPUT_BYTES) return;
      const inputBytes = encoder.encode(input).length;
      const keepsInput = inputBytes <= MAX_INPUT_BYTES;
      const size = outputBytes + (keepsInput ? inputBytes : 0);
      const bounds = [now(), LIFE_MS, MOST, MAX_BYTES].map(String);
      const args = [...bounds, id, String(size), previous ?? "", output, keepsInput ? input : ""];
      outlive(evaluate(redis, keepResponse, [responsesOf(scope)], args).catch(report));
    },
    async remove(scope, id) {
      // Its bytes stay in the sum until its turn to be evicted comes, a day later at most.
      const removing = redis.hdel(responsesOf(scope), id, `${id}:asked`).catch(unreadable);
      return (await inTime(removing, TIMEOUT_MS, unreadable)) > 0;
    },
  };
}

function unreadable(cause?: unknown): never {
  const message = "Stored responses are temporarily unavailable. Retry in 1 s.";
  throw new GatewayFailure("service_unavailable", message, { retryAfterSeconds: 1, cause });
}

function pairsIn(texts: (string | null)[]): FoundResponses["before"] {
  const pairs: { input: string; output: string }[] = [];
  for (let at = 0; at < texts.length; at += 2) {
    const [input, output] = [texts[at], texts[at + 1]];
    if (typeof input !== "string" || typeof output !== "string") return null;
    pairs.push({ input, output });
  }
  return pairs;
}

export const noResponses: ResponseStore = {
  read: async (_scope, ids) => ({ outputs: ids.map(() => null), before: null }),
  write: () => undefined,
  remove: async () => false,
};
