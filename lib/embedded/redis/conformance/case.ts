import { RedisError, type Reply, Status } from "../engine";

export type Expected = string | number | null | { ok: string } | { error: string } | readonly Expected[];

/** A command, as words or as a line to split at spaces, and what it answers. */
export type Step = readonly [command: string | readonly string[], expected: Expected];

export interface Case {
  title: string;
  steps: readonly Step[];
}

export const ok = { ok: "OK" };
/** A refusal by its code: wordings differ between versions of Redis. */
export const error = (code = "ERR"): Expected => ({ error: code });

export const words = (command: string | readonly string[]): readonly string[] =>
  typeof command === "string" ? command.split(" ") : command;

export function plain(reply: Reply): Expected {
  if (reply instanceof Status) return { ok: reply.text };
  if (reply instanceof RedisError) return { error: reply.message.split(" ")[0] ?? "" };
  return reply === null || typeof reply === "string" || typeof reply === "number" ? reply : reply.map(plain);
}
