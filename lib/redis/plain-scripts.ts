// Scripts in the form that every Redis runs: Upstash, Redis since 6.2, Valkey. A `#!lua` line with flags of Upstash's makes any
// other Redis refuse a script, so it is taken off; the line's end stays, and with it the numbers of lines in errors.
import type { Requester, UpstashRequest, UpstashResponse } from "@upstash/redis";

/** Under which hash a script goes on, by the one that its caller knows. */
export type PlainHashes = ReadonlyMap<string, string>;

const plainSource = (source: string): string => source.replace(/^#!lua[^\n]*/, "");

export function plainScripts(requester: Requester, hashes: PlainHashes): Requester {
  const plain = (command: unknown): unknown => {
    if (!Array.isArray(command)) return command;
    const [name, script, ...rest] = command;
    if (typeof script !== "string") return command;
    if (isNamed(name, "evalsha")) return [name, hashes.get(script) ?? script, ...rest];
    return isNamed(name, "eval") ? [name, plainSource(script), ...rest] : command;
  };
  return {
    request<T>(request: UpstashRequest): Promise<UpstashResponse<T>> {
      const { path = [], body } = request;
      const isList = path.length > 0 && Array.isArray(body);
      return requester.request<T>({ ...request, body: isList ? body.map(plain) : plain(body) });
    },
  };
}

const isNamed = (name: unknown, word: string): boolean => typeof name === "string" && name.toLowerCase() === word;
