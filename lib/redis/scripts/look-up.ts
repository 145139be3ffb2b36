import { RedisError } from "../engine";
import type { OwnScript } from "./script";

/** What the gateway reads of its projection; null for what is not there. */
export type LookUpRow = [
  marker: string | null,
  key: string | null,
  settings: string | null,
  organization: string | null,
];

/**
 * Reads a key and the settings that apply to it. KEYS: the hashes of keys and of settings. ARGV: the key's hash, and the
 * names of the marker's field and of the global settings' field.
 *
 * A script is run by the primary: a key that was revoked a moment ago is never read from a replica that lags behind.
 */
export const lookUp: OwnScript = {
  hash: "978d51cb85a7aab5e33919b0db1d83f8f76159ad",
  lua: `
local key = redis.call("HGET", KEYS[1], ARGV[1])
local organization = false
if key then
  local id = cjson.decode(key).organizationId
  if type(id) == "string" then organization = redis.call("HGET", KEYS[2], id) end
end
return {redis.call("HGET", KEYS[1], ARGV[2]), key, redis.call("HGET", KEYS[2], ARGV[3]), organization}
`,
  run(store, [keys = "", settings = ""], [keyHash = "", marker = "", global = ""]): LookUpRow {
    const key = store.field(keys, keyHash);
    const id = key === null ? null : organizationIn(key);
    const organization = id === null ? null : store.field(settings, id);
    return [store.field(keys, marker), key, store.field(settings, global), organization];
  },
};

function organizationIn(key: string): string | null {
  const value = parse(key);
  if (typeof value !== "object" || value === null || !("organizationId" in value)) return null;
  return typeof value.organizationId === "string" ? value.organizationId : null;
}

function parse(key: string): unknown {
  try {
    return JSON.parse(key);
  } catch {
    throw new RedisError("ERR a key of the projection is not JSON");
  }
}
