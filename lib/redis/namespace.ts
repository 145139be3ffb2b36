// Every key of an installation begins with its id, so that several can use one Redis.
import type { Requester, UpstashRequest, UpstashResponse } from "@upstash/redis";

/** The prefix of the keys' names; it may still be loading. */
export type Namespace = string | Promise<string>;

interface Named {
  ASSAY_INSTALLATION?: string | undefined;
  AUTH_SECRET?: string | undefined;
}

const ID_BYTES = 8;

/**
 * An installation is known by the id that its environment names, else by its secret: all of its processes have that, on the edge as
 * well, and no two installations have the same. Without either its keys have no prefix.
 */
export function namespaceOf({ ASSAY_INSTALLATION: id, AUTH_SECRET: secret }: Named): Namespace {
  if (id) return prefixOf(id);
  return secret ? digestOf(secret).then(prefixOf) : "";
}

/** In braces: where keys are spread over a cluster, an installation's stay together, as scripts need them. */
const prefixOf = (id: string): string => `assay:{${id}}:`;

/** Hashes a text that begins with its purpose, so that it is not a digest of the secret for any other purpose. */
async function digestOf(secret: string): Promise<string> {
  const bytes = new TextEncoder().encode(`assay's keys in Redis\n${secret}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, ID_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How many of a command's words after its name are keys; scripts say it themselves. */
const keyCounts: Readonly<Record<string, number>> = {
  ping: 0,
  flushall: 0,
  get: 1,
  set: 1,
  pexpire: 1,
  hget: 1,
  hset: 1,
  hdel: 1,
  hgetall: 1,
  hincrby: 1,
  rename: 2,
};
const SCRIPTS: ReadonlySet<string> = new Set(["eval", "evalsha"]);

/** Throws for a command whose key positions are unknown. */
export function keysWithin(command: readonly unknown[], prefix: string): unknown[] {
  const name = String(command[0]).toLowerCase();
  const isScript = SCRIPTS.has(name);
  const first = isScript ? 3 : 1;
  const count = isScript ? Number(command[2]) : keyCounts[name];
  if (count === undefined) throw new Error(`lib/redis/namespace.ts does not know where ${name} has its keys.`);
  // A script's key that is left out is empty.
  return command.map((word, at) => (at >= first && at < first + count && word !== "" ? `${prefix}${word}` : word));
}

export function inNamespace(requester: Requester, namespace: Namespace): Requester {
  if (namespace === "") return requester;
  let prefix = typeof namespace === "string" ? namespace : undefined;
  const send = <T>(request: UpstashRequest, prefix: string): Promise<UpstashResponse<T>> => {
    const { path = [], body } = request;
    const commands: unknown[] = Array.isArray(body) ? body : [];
    const within =
      path.length > 0 ? commands.map((each) => keysWithin(wordsIn(each), prefix)) : keysWithin(commands, prefix);
    return requester.request<T>({ ...request, body: within });
  };
  return {
    async request<T>(request: UpstashRequest) {
      // Once it is known nothing is awaited: a command travels with the others of its tick.
      prefix ??= await namespace;
      return send<T>(request, prefix);
    },
  };
}

const wordsIn = (command: unknown): unknown[] => (Array.isArray(command) ? command : []);
