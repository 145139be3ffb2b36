// The interface of an engine that runs commands, and a requester over it.
import { errors, type Requester, type UpstashRequest, type UpstashResponse } from "@upstash/redis";

/** A refusal in Redis's words; the first word is its code (ERR, WRONGTYPE, NOSCRIPT…). */
export class RedisError extends Error {
  override readonly name = "RedisError";
}

export type Reply = string | number | null | RedisError | readonly Reply[];
export type Command = readonly string[];

/** Its methods reject only when Redis itself cannot be reached. */
export interface Engine {
  /** All commands in one round trip; a RedisError in the place of each that is refused. */
  run(commands: readonly Command[]): Promise<Reply[]>;
  /** As `run`, with none of another caller between them. One RedisError in place of the replies: nothing was executed. */
  transaction(commands: readonly Command[]): Promise<Reply[] | RedisError>;
  close(): Promise<void>;
}

type Answer = { result: Reply } | { error: string };

const answerOf = (reply: Reply): Answer => (reply instanceof RedisError ? { error: reply.message } : { result: reply });

/** Speaks Upstash's protocol with an engine: one command, a pipeline of several, or several as one. */
export function requesterOf(engine: Engine): Requester {
  const answer = async (kind: string | undefined, body: unknown): Promise<Answer | Answer[]> => {
    if (kind === undefined) {
      const [reply = null] = await engine.run([commandIn(body)]);
      return answerOf(reply);
    }
    const commands = Array.isArray(body) ? body.map(commandIn) : [];
    const replies = await (kind === "multi-exec" ? engine.transaction(commands) : engine.run(commands));
    if (replies instanceof RedisError) throw new errors.UpstashError(replies.message);
    return replies.map(answerOf);
  };
  return {
    // Safe because only the client knows the answers of its commands.
    request: async <T>({ path = [], body }: UpstashRequest) => (await answer(path[0], body)) as UpstashResponse<T>,
  };
}

const commandIn = (body: unknown): Command => (Array.isArray(body) ? body.map(String) : []);
