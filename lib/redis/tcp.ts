// The maker for a Redis of one's own, over one connection.

import { createClient, ErrorReply } from "redis";
import { inTime } from "@/lib/in-time";
import { type Command, type Engine, RedisError, type Reply } from "./engine";

const CONNECT_TIMEOUT_MS = 5000;
const COMMAND_TIMEOUT_MS = 3000;
const LONGEST_RETRY_MS = 2000;

/** Rejects if there is no Redis at `url`; a connection lost later is restored, and commands fail meanwhile. */
export async function connectTcp(url: string): Promise<Engine> {
  const client = await connect(url);
  const send = (command: Command, chain?: { chainId: symbol }): Promise<Reply> =>
    client.sendCommand<unknown>([...command], chain).then(toReply, refusalOf);

  return {
    run: (commands) => inTime(Promise.all(commands.map((command) => send(command))), COMMAND_TIMEOUT_MS, late),
    async transaction(commands) {
      // One chain: a lost connection drops all of it.
      const chain = { chainId: Symbol("transaction") };
      const replies = await inTime(
        Promise.all([["MULTI"], ...commands, ["EXEC"]].map((words) => send(words, chain))),
        COMMAND_TIMEOUT_MS,
        late,
      );
      const executed = replies.at(-1) ?? null;
      if (executed instanceof RedisError) return executed;
      if (!Array.isArray(executed)) throw new Error("Redis did not answer EXEC with a list.");
      return executed;
    },
    async close() {
      client.destroy();
    },
  };
}

async function connect(url: string) {
  let wasReady = false;
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    // `inTime` waits for all commands of a request with one timer; the client's own takes an AbortSignal each.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries, cause) => (wasReady ? Math.min(50 * 2 ** retries, LONGEST_RETRY_MS) : cause),
    },
  });
  // Without a listener a lost connection would end the process; callers hear of it through their commands.
  client.on("error", () => undefined);
  await client.connect();
  wasReady = true;
  return client;
}

/** A connection that hangs is noticed late by the client itself. */
const late = (): never => {
  throw new Error(`Redis did not answer within ${COMMAND_TIMEOUT_MS} ms.`);
};

function toReply(value: unknown): Reply {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (value instanceof ErrorReply) return new RedisError(value.message);
  if (Array.isArray(value)) return value.map(toReply);
  throw new Error(`Redis answered with an unexpected ${typeof value}.`);
}

function refusalOf(error: unknown): RedisError {
  if (error instanceof ErrorReply) return new RedisError(error.message);
  throw error;
}
