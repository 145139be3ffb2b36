// The makers of a requester, each over a Redis that runs Lua or functions.
import { createHash } from "node:crypto";
import type { Requester } from "@upstash/redis";

/** Counts what is sent, and keeps the Lua of the scripts that pass. */
export function watched(requester: Requester) {
  const lua = new Map<string, string>();
  const sent: unknown[][] = [];
  const watching: Requester = {
    request(request) {
      const commands = request.path ? request.body : [request.body];
      if (Array.isArray(commands)) {
        sent.push(commands);
        for (const [name, source] of commands) {
          if (String(name).toLowerCase() === "eval")
            lua.set(createHash("sha1").update(String(source)).digest("hex"), String(source));
        }
      }
      return requester.request(request);
    },
  };
  return { requester: watching, lua, sent };
}
