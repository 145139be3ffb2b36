// A configuration's secrets: sealed where it is stored, masked where it is shown.
import { seal, unseal, whenNotOpened } from "@/lib/auth/encryption";
import { openingSecrets } from "@/lib/auth/session-secret";
import { variable } from "@/lib/env";
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
  level.mapSecrets(stored, (text) => unseal(text, openingSecrets())).catch(whenNotOpened(() => null));

/** As it may be shown; of a secret that cannot be opened nothing is. */
export const maskConfig = (level: Secrets, stored: Config): Promise<Config> =>
  level.mapSecrets(stored, (text) =>
    unseal(text, openingSecrets()).then(
      masked,
      whenNotOpened(() => STARS),
    ),
  );

/**
 * A configuration that was shown, changed and sent back: each secret that is still masked is replaced by the one at
 * the same position in `current`, or by a matching one under another name or in another order. Throws if no stored secret or
 * several match, or if the secret would be sent to another address than before.
 */
export async function keepMasked(level: Secrets, config: Config, current: Config | null): Promise<Config> {
  const stored: { position: string; secret: string; address: string }[] = [];
  await level.mapSecrets(current ?? {}, async (secret, path, address) => {
    stored.push({ position: path.join("\n"), secret, address });
    return secret;
  });
  return level.mapSecrets(config, async (secret, path, address) => {
    if (!secret.includes(STARS)) return secret;
    const refuse = (why: string) => invalidField(path.join("."), `Is masked, and ${why}. Send the secret itself.`);
    const alike = stored.filter((one) => masked(one.secret) === secret);
    if (alike.length === 0) throw refuse("no stored secret matches it");
    const fitting = alike.filter((one) => one.address === address);
    const own = fitting.find(({ position }) => position === path.join("\n"));
    const [kept, another] = new Set(own ? [own.secret] : fitting.map((one) => one.secret));
    if (kept === undefined) throw refuse("its address has changed");
    if (another !== undefined) throw refuse("several stored secrets match it");
    return kept;
  });
}

/** The key under which the secrets of others are encrypted. */
export function authSecret(): string {
  const secret = variable("AUTH_SECRET");
  if (secret) return secret;
  throw new StartupError("AUTH_SECRET must be set: providers' and agents' keys are stored encrypted under it.");
}
