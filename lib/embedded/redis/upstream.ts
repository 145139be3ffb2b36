// A real Redis behind the REST server. All callers share one connection, so commands that would change or block it are refused.
import { createClient, ErrorReply, RESP_TYPES } from "redis";
import { fromBuffer, sha1, toBuffer } from "./byte-string";
import { type Engine, RedisError, type Reply, Status } from "./engine";
import { withoutShebang } from "./script-source";

const refusedCommands = new Set([
  ..."auth client debug discard exec hello monitor multi quit reset select shutdown unwatch wait watch".split(" "),
  ..."psubscribe punsubscribe ssubscribe subscribe sunsubscribe unsubscribe".split(" "),
  ..."blmove blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin".split(" "),
]);

function refusal([name = "", ...args]: readonly string[]): RedisError | undefined {
  const command = name.toLowerCase();
  const beforeKeys = args.slice(
    0,
    args.findIndex((word) => word.toUpperCase() === "STREAMS"),
  );
  const blocks = command.startsWith("xread") && beforeKeys.some((word) => word.toUpperCase() === "BLOCK");
  if (blocks) return new RedisError("ERR BLOCK is not available over REST");
  return refusedCommands.has(command) ? new RedisError(`ERR ${command} is not available over REST`) : undefined;
}

/** Strings arrive as buffers and statuses as strings, which keeps the two apart. */
function toReply(value: unknown): Reply {
  if (Buffer.isBuffer(value)) return fromBuffer(value);
  if (typeof value === "string") return new Status(value);
  if (typeof value === "number" || value === null) return value;
  if (value instanceof ErrorReply) return new RedisError(value.message);
  if (Array.isArray(value)) return value.map(toReply);
  throw new Error(`Redis answered with an unexpected ${typeof value}.`);
}

const refusalToReply = (error: unknown): RedisError => {
  if (error instanceof ErrorReply) return new RedisError(error.message);
  throw error;
};

/** Gives scripts to Redis without their `#!lua` line, and finds them again under the hash that callers know. */
class ScriptNames {
  readonly #stripped = new Map<string, string>();

  translate(command: readonly string[]): readonly string[] {
    const [name = "", second = "", ...rest] = command;
    switch (name.toLowerCase()) {
      case "eval":
      case "eval_ro":
        return [name, this.#strip(second), ...rest];
      case "evalsha":
      case "evalsha_ro":
        return [name, this.#known(second), ...rest];
      case "script":
        if (second.toUpperCase() === "LOAD") return [name, second, ...rest.map((source) => this.#strip(source))];
        return [name, second, ...rest.map((hash) => this.#known(hash))];
      default:
        return command;
    }
  }

  #known(hash: string): string {
    return this.#stripped.get(hash.toLowerCase()) ?? hash;
  }

  #strip(source: string): string {
    const stripped = withoutShebang(source);
    if (stripped !== source) this.#stripped.set(sha1(source), sha1(stripped));
    return stripped;
  }
}

/** SCRIPT LOAD answers the hash of the source as the caller wrote it. */
const loadedHash = ([name = "", action = "", source = ""]: readonly string[]): string | undefined =>
  name.toLowerCase() === "script" && action.toUpperCase() === "LOAD" ? sha1(source) : undefined;

const longestRetryMs = 2000;

async function connect(url: string) {
  let wasReady = false;
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    socket: {
      connectTimeout: 5000,
      reconnectStrategy: (retries, cause) => (wasReady ? Math.min(50 * 2 ** retries, longestRetryMs) : cause),
    },
  });
  // Without a listener a lost connection would end the process; callers hear of it through their commands.
  client.on("error", () => undefined);
  await client.connect();
  wasReady = true;
  return client;
}

/** Rejects when there is no Redis at `url`; a connection lost later is taken up again, and commands fail meanwhile. */
export async function connectUpstream(url: string): Promise<Engine> {
  const client = await connect(url);
  const scripts = new ScriptNames();
  const prepare = (command: readonly string[]) => scripts.translate(command).map(toBuffer);

  return {
    async run(command) {
      const refused = refusal(command);
      if (refused) return refused;
      const reply = await client.sendCommand<unknown>(prepare(command)).then(toReply, refusalToReply);
      return reply instanceof RedisError ? reply : (loadedHash(command) ?? reply);
    },
    async transaction(commands) {
      const refused = commands.map(refusal).find((found) => found !== undefined);
      if (refused) return refused;
      // One chain: a lost connection drops all of it. The client's own multi() would read the replies as text, not as bytes.
      const chain = { chainId: Symbol("transaction") };
      const sent = [["MULTI"], ...commands.map(prepare), ["EXEC"]].map((args) =>
        client.sendCommand<unknown>(args, chain),
      );
      const executed = (await Promise.allSettled(sent)).at(-1);
      if (executed?.status !== "fulfilled") return refusalToReply(executed?.reason);
      if (!Array.isArray(executed.value)) throw new Error("Redis answered EXEC with something else than a list.");
      return executed.value.map(toReply);
    },
    async close() {
      client.destroy();
    },
  };
}
