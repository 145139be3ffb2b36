import { RedisError } from "../engine";
import type { OwnScript } from "./script";

/** What the gateway reads from its projection; null for what does not exist. Only the version if the caller already knows it. */
export type LookUpRow =
  | [version: string | null]
  | [version: string | null, key: string | null, settings: string | null, organization: string | null];

/**
 * Reads a key and the settings that apply to it, unless the caller knows them. KEYS: the hashes of keys and of settings.
 * ARGV: the key's hash; the fields of the marker, of the version and of the global settings; the version that is known.
 * There is no version if the marker is missing: the projection is lost.
 *
 * A script is run by the primary: a key that was revoked a moment ago is never read from a replica that lags behind.
 */
export const lookUp: OwnScript = {
  hash: "ac747e4c4ff0b64ae10232d085dab477ce24fd0e",
  lua: `
local version = redis.call("HGET", KEYS[1], ARGV[2]) and redis.call("HGET", KEYS[1], ARGV[3])
if version and version == ARGV[5] then return {version} end
local key = redis.call("HGET", KEYS[1], ARGV[1])
local organization = false
if key then
  local id = cjson.decode(key).organizationId
  if type(id) == "string" then organization = redis.call("HGET", KEYS[2], id) end
end
return {version, key, redis.call("HGET", KEYS[2], ARGV[4]), organization}
`,
  run(
    store,
    [keys = "", settings = ""],
    [keyHash = "", marker = "", versionField = "", global = "", known],
  ): LookUpRow {
    const version = store.field(keys, marker) && store.field(keys, versionField);
    if (version !== null && version === known) return [version];
    const key = store.field(keys, keyHash);
    const id = key === null ? null : organizationIn(key);
    const organization = id === null ? null : store.field(settings, id);
    return [version, key, store.field(settings, global), organization];
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
