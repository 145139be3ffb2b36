// Keys and settings as Redis holds them. Each value is cached with the version at which it was read; each request
// asks for that version again, and reads again only what has changed since.

import type { Redis } from "@upstash/redis";
import { inTime } from "@/lib/in-time";
import { type LookUpRow, lookUp } from "@/lib/redis/scripts/look-up";
import { evaluate } from "@/lib/redis/scripts/script";
import type { Directory } from "../parts";
import type { GatewayKey, GatewaySettings, Lookup, OrganizationSettings } from "../settings";
import { opener, type Unseal, unavailable } from "./open-settings";
import { GLOBAL, KEYS, MARKER, SETTINGS, VERSION } from "./projected";

const REMEMBERED_KEYS = 10_000;
/** How long a key that was confirmed passes without Redis, where the operator has chosen that: far more than a restart takes. */
const CONFIRMED_MS = 3_600_000;
/** How long such a call waits for Redis. */
const OUTAGE_PATIENCE_MS = 1000;

export interface DirectoryParts {
  redis: Redis;
  /** Opens a provider's key. */
  unseal: Unseal;
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

export const redisDirectory = (parts: DirectoryParts): Directory => new RedisDirectory(parts);

class RedisDirectory implements Directory {
  readonly #parts: DirectoryParts;
  readonly #openSettings: ReturnType<typeof opener<GatewaySettings>>;
  readonly #openOrganization: ReturnType<typeof opener<OrganizationSettings>>;
  readonly #remembered = new Map<string | null, Remembered>();
  #recovery: Promise<void> | undefined;

  constructor(parts: DirectoryParts) {
    this.#parts = parts;
    this.#openSettings = opener(parts.unseal);
    this.#openOrganization = opener(parts.unseal);
  }

  recall(keyHash: string | null): Lookup | null {
    return this.#remembered.get(keyHash)?.lookup ?? null;
  }

  async find(keyHash: string | null): Promise<Lookup> {
    const { now, changed } = this.#parts;
    const known = this.#remembered.get(keyHash);
    const row = await this.#confirm(keyHash, known);
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
    const current = known && isSame ? { ...known, version, confirmedAt: now() } : await this.#open(version, texts);
    this.#remember(keyHash, current);
    return current.lookup;
  }

  /** Reads from Redis; null if Redis cannot answer and the cached key is used instead. */
  async #confirm(keyHash: string | null, known: Remembered | undefined): Promise<LookUpRow | null> {
    const { now, report } = this.#parts;
    const reading = this.#read(keyHash, known?.version ?? "");
    const mayPass = known?.lookup.settings.storeOutage === "open" && now() - known.confirmedAt < CONFIRMED_MS;
    try {
      const row = await (mayPass ? inTime(reading, OUTAGE_PATIENCE_MS, late) : reading);
      return mayPass && row[0] === null ? null : row;
    } catch (error) {
      if (!mayPass) throw unavailable("The gateway's store cannot be reached.", error);
      report(error);
      return null;
    }
  }

  async #read(keyHash: string | null, version: string): Promise<LookUpRow> {
    const { redis, recover } = this.#parts;
    const run = (): Promise<LookUpRow> =>
      evaluate(redis, lookUp, [KEYS, SETTINGS], [keyHash ?? "", MARKER, VERSION, GLOBAL, version]);
    const row = await run();
    if (row[0] !== null) return row;
    this.#recovery ??= recover().finally(() => {
      this.#recovery = undefined;
    });
    await this.#recovery;
    return run();
  }

  async #open(version: string, [key, text, organization]: Texts): Promise<Remembered> {
    const opened = this.#openSettings(text);
    const lookup = {
      // Safe because lib/gateway-admin/projection.ts writes these in the types they are read in.
      key: key === null ? null : (JSON.parse(key) as GatewayKey),
      settings: await opened.settings,
      organization: organization === null ? null : await this.#openOrganization(organization).settings,
    };
    // The settings' text is one for all keys, not each row's own copy.
    return { version, texts: [key, opened.text, organization], lookup, confirmedAt: this.#parts.now() };
  }

  #remember(keyHash: string | null, entry: Remembered): void {
    // Callers can invent any number of hashes that belong to no key.
    if (keyHash !== null && entry.lookup.key === null) this.#remembered.delete(keyHash);
    else this.#remembered.set(keyHash, entry);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED_KEYS && oldest !== undefined) this.#remembered.delete(oldest);
  }
}

const late = (): never => {
  throw new Error(`Redis did not answer within ${OUTAGE_PATIENCE_MS} ms.`);
};
