// Keys and settings as Redis holds them. Each value is cached with the version at which it was read; each request
// asks for that version again, and reads again only what has changed since.

import type { Redis } from "@upstash/redis";
import type { Guardrails } from "@/lib/contracts/gateway/guardrails";
import { inTime } from "@/lib/in-time";
import { type LookUpRow, lookUp } from "@/lib/redis/scripts/look-up";
import { evaluate } from "@/lib/redis/scripts/script";
import { handledBy } from "@/lib/rejections";
import { GatewayFailure } from "../errors";
import type { Directory } from "../parts";
import {
  type GatewayKey,
  type GatewaySettings,
  type Lookup,
  type OrganizationSettings,
  providerSecrets,
} from "../settings";
import { GLOBAL, KEYS, MARKER, SETTINGS, VERSION } from "./projected";

const RETRY_AFTER_SECONDS = 2;
const REMEMBERED_KEYS = 10_000;
const REMEMBERED_SETTINGS = 500;
/** How long a key that was confirmed passes without Redis, where the operator has chosen that: far more than a restart takes. */
const CONFIRMED_MS = 3_600_000;
/** How long such a call waits for Redis. */
const OUTAGE_PATIENCE_MS = 1000;

export interface DirectoryParts {
  redis: Redis;
  /** Opens a provider's key. */
  unseal(sealed: string): Promise<string>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Records an error that no request caused. */
  report(error: unknown): void;
  /** Called when Redis has lost the projection: rebuilds it, or has it rebuilt. */
  recover(): Promise<void>;
  /** Called with the version of the projection whenever another than a known one was met. */
  changed?(version: string): void;
}

interface Remembered {
  version: string;
  texts: Texts;
  lookup: Lookup;
  /** When Redis last confirmed it. */
  confirmedAt: number;
}

/** The JSON of a key, of the settings and of its organization's settings. */
type Texts = readonly [key: string | null, settings: string, organization: string | null];

export function redisDirectory({ redis, unseal, recover, changed, now, report }: DirectoryParts): Directory {
  const openSettings = opener<GatewaySettings>(unseal);
  const openOrganization = opener<OrganizationSettings>(unseal);
  const remembered = new Map<string | null, Remembered>();
  const run = (keyHash: string | null, version: string): Promise<LookUpRow> =>
    evaluate(redis, lookUp, [KEYS, SETTINGS], [keyHash ?? "", MARKER, VERSION, GLOBAL, version]);
  let recovery: Promise<void> | undefined;
  const recoverOnce = () => {
    recovery ??= recover().finally(() => {
      recovery = undefined;
    });
    return recovery;
  };
  const read = async (keyHash: string | null, version: string): Promise<LookUpRow> => {
    const row = await run(keyHash, version);
    if (row[0] !== null) return row;
    await recoverOnce();
    return run(keyHash, version);
  };
  const toRemember = async (version: string, [key, text, organization]: Texts): Promise<Remembered> => {
    const opened = openSettings(text);
    const lookup = {
      // Safe because lib/gateway-admin/projection.ts writes these in the types they are read in.
      key: key === null ? null : (JSON.parse(key) as GatewayKey),
      settings: await opened.settings,
      organization: organization === null ? null : await openOrganization(organization).settings,
    };
    // The settings' text is one for all keys, not each row's own copy.
    return { version, texts: [key, opened.text, organization], lookup, confirmedAt: now() };
  };
  /** Asks Redis; null if Redis cannot answer and the cached key is used instead. */
  const ask = async (keyHash: string | null, known: Remembered | undefined): Promise<LookUpRow | null> => {
    const reading = read(keyHash, known?.version ?? "");
    const standsIn = known?.lookup.settings.storeOutage === "open" && now() - known.confirmedAt < CONFIRMED_MS;
    try {
      const row = await (standsIn ? inTime(reading, OUTAGE_PATIENCE_MS, late) : reading);
      return standsIn && row[0] === null ? null : row;
    } catch (error) {
      if (!standsIn) throw unavailable("The gateway's store cannot be reached.", error);
      report(error);
      return null;
    }
  };
  const remember = (keyHash: string | null, entry: Remembered): void => {
    // Callers can invent any number of hashes that belong to no key.
    if (keyHash !== null && entry.lookup.key === null) remembered.delete(keyHash);
    else remembered.set(keyHash, entry);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED_KEYS && oldest !== undefined) remembered.delete(oldest);
  };

  return {
    recall: (keyHash) => remembered.get(keyHash)?.lookup ?? null,
    async find(keyHash) {
      const known = remembered.get(keyHash);
      const row = await ask(keyHash, known);
      if (known && row === null) return known.lookup;
      const [version, key = null, settings = null, organization = null] = row ?? [null];
      if (known && row?.length === 1) {
        known.confirmedAt = now();
        return known.lookup;
      }
      if (version === null || settings === null) throw unavailable("The gateway's configuration is being restored.");
      changed?.(version);
      const texts: Texts = [key, settings, organization];
      const isSame = known?.texts.every((text, index) => text === texts[index]);
      const current = known && isSame ? { ...known, version, confirmedAt: now() } : await toRemember(version, texts);
      remember(keyHash, current);
      return current.lookup;
    },
  };
}

const late = (): never => {
  throw new Error(`Redis did not answer within ${OUTAGE_PATIENCE_MS} ms.`);
};

const unavailable = (message: string, cause?: unknown): GatewayFailure =>
  new GatewayFailure("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

interface Opened<Settings> {
  text: string;
  settings: Promise<Settings>;
}

/** Parses settings and opens their sealed keys once for each text. */
function opener<Settings extends Sealed>(unseal: DirectoryParts["unseal"]): (text: string) => Opened<Settings> {
  const opened = new Map<string, Opened<Settings>>();
  return (text) => {
    const known = opened.get(text);
    if (known) return known;
    const settings = openSecrets(JSON.parse(text) as Settings, unseal); // safe as in `toRemember`
    if (opened.size >= REMEMBERED_SETTINGS) opened.clear();
    const entry = { text, settings };
    opened.set(text, entry);
    settings.catch((error) => {
      opened.delete(text);
      return handledBy("the caller that awaits the settings")(error);
    });
    return entry;
  };
}

type Sealed = Pick<GatewaySettings, "providers" | "guardrails">;

async function openSecrets<Settings extends Sealed>(
  sealed: Settings,
  unseal: DirectoryParts["unseal"],
): Promise<Settings> {
  const open = async (secret: string): Promise<string> =>
    unseal(secret).catch((error) => {
      throw unavailable("The providers' keys cannot be decrypted.", error);
    });
  const providers = sealed.providers.map(async (provider) => {
    const members = new Map<string, unknown>(Object.entries(provider));
    const opened = providerSecrets.map(async (name) => {
      const secret = members.get(name);
      return typeof secret === "string" ? [[name, await open(secret)]] : [];
    });
    return { ...provider, ...Object.fromEntries((await Promise.all(opened)).flat()) };
  });
  const guardrails = await openGuardrails(sealed.guardrails ?? null, unseal);
  return { ...sealed, providers: await Promise.all(providers), guardrails };
}

async function openGuardrails(sealed: Guardrails | null, unseal: DirectoryParts["unseal"]): Promise<Guardrails | null> {
  if (!sealed) return null;
  const rules = sealed.rules.map(async (rule) => {
    if (rule.type !== "webhook") return rule;
    const headers = Object.entries(rule.config.headers).map(async ([name, text]) => [name, await unseal(text)]);
    return { ...rule, config: { ...rule.config, headers: Object.fromEntries(await Promise.all(headers)) } };
  });
  return { ...sealed, rules: await Promise.all(rules) };
}
