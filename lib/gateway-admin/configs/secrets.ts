// A configuration's secrets: sealed where it is stored, masked where it is shown.
import { isDeepStrictEqual } from "node:util";
import { seal, unseal } from "@/lib/auth/encryption";
import { env } from "@/lib/env";
import { invalidField } from "@/lib/errors";
import { StartupError } from "@/lib/startup-error";
import type { Config, ConfigLevel } from "../settings/section";

export type Secrets = Pick<ConfigLevel, "mapSecrets">;

const STARS = "****";
const SHOWN_FROM = 24;

/** The beginning and the end of a secret that is long enough to keep the rest. */
export const masked = (secret: string): string =>
  secret.length < SHOWN_FROM ? STARS : secret.slice(0, 8) + STARS + secret.slice(-4);

export const sealConfig = (level: Secrets, config: Config): Promise<Config> =>
  level.mapSecrets(config, (text) => seal(text, authSecret()));

/** Null for a configuration that was sealed under another secret, and cannot be opened any more. */
export const openConfig = (level: Secrets, stored: Config): Promise<Config | null> =>
  level.mapSecrets(stored, (text) => unseal(text, authSecret())).catch(() => null);

/** As it may be shown; of a secret that cannot be opened nothing is. */
export const maskConfig = (level: Secrets, stored: Config): Promise<Config> =>
  level.mapSecrets(stored, (text) => unseal(text, authSecret()).then(masked, () => STARS));

/**
 * A configuration that was shown, changed and sent back: each secret that is still masked becomes again what stands in its
 * place in `current`. Throws for a mask under which nothing stands, and where the secret would be sent to another address than
 * it was meant for.
 */
export async function keepMasked(level: Secrets, given: Config, current: Config | null): Promise<Config> {
  const kept = new Map<string, string>();
  await level.mapSecrets(current ?? {}, async (secret, path) => {
    kept.set(path.join("\n"), secret);
    return secret;
  });
  return level.mapSecrets(given, async (secret, path) => {
    if (!secret.includes(STARS)) return secret;
    const own = kept.get(path.join("\n"));
    if (own !== undefined && masked(own) === secret) {
      if (isDeepStrictEqual(addressAlong(given, path), addressAlong(current ?? {}, path))) return own;
      throw invalidField(path.join("."), "Is masked, and its address is another one now. Send the secret itself.");
    }
    throw invalidField(path.join("."), "Is masked, and no such secret is stored in its place. Send the secret itself.");
  });
}

const addressMembers = ["base_url", "api_format", "aws_region", "url"];

/** Whatever says where the secret at this path is sent to. */
function addressAlong(config: Config, path: readonly string[]): unknown[] {
  const said: unknown[] = [];
  let inner: unknown = config;
  for (const step of path) {
    if (typeof inner !== "object" || inner === null) break;
    const object = new Map(Object.entries(inner));
    said.push(addressMembers.map((name) => object.get(name)));
    inner = object.get(step);
  }
  return said;
}

/** Under what secrets of others are stored encrypted. */
export function authSecret(): string {
  const { AUTH_SECRET } = env();
  if (AUTH_SECRET) return AUTH_SECRET;
  throw new StartupError("AUTH_SECRET must be set: providers' and agents' keys are stored encrypted under it.");
}
