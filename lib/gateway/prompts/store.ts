// Versions of prompts as Redis holds them, remembered for seconds.
import type { Redis } from "@upstash/redis";
import { inTime } from "@/lib/in-time";
import { GatewayFailure } from "../errors";
import { labelField, nameField, type ProjectedVersion, promptsOf, versionField } from "./projected";

/** How a request names a version. */
export type Selector = { label: string } | { number: number };

export interface FoundPrompt {
  /** Null if there is no committed version that the selector names. */
  version: ProjectedVersion | null;
  /** Whether there is a prompt of the name at all. */
  isKnown: boolean;
  /** Of the version's content as JSON. */
  characters: number;
}

export interface PromptStore {
  /** Throws `service_unavailable` when prompts cannot be read. */
  find(organizationId: string, name: string, selector: Selector): Promise<FoundPrompt>;
}

/** For so long a process may answer with the version before a move of its label. */
export const REMEMBERED_MS = 3000;
const REMEMBERED_CHARACTERS = 8_000_000;
const TIMEOUT_MS = 1000;

export function redisPrompts(redis: Redis, now: () => number): PromptStore {
  const remembered = new Map<string, { found: FoundPrompt; until: number }>();
  let characters = 0;
  const forget = (key: string): void => {
    characters -= remembered.get(key)?.found.characters ?? 0;
    remembered.delete(key);
  };
  const remember = (key: string, found: FoundPrompt): void => {
    forget(key);
    remembered.set(key, { found, until: now() + REMEMBERED_MS });
    characters += found.characters;
    for (const oldest of remembered.keys()) {
      if (characters <= REMEMBERED_CHARACTERS) break;
      forget(oldest);
    }
  };
  return {
    async find(organizationId, name, selector) {
      const hash = promptsOf(organizationId);
      const field = "label" in selector ? labelField(name, selector.label) : versionField(name, selector.number);
      const key = `${hash} ${field}`;
      const known = remembered.get(key);
      if (known && known.until > now()) return known.found;
      // Both travel together.
      const reading = Promise.all([redis.hget<string>(hash, nameField(name)), redis.hget<string>(hash, field)]);
      const [id, text] = await inTime(reading.catch(unreadable), TIMEOUT_MS, unreadable);
      // Safe because lib/gateway-admin/prompts writes these in the type they are read in.
      const version = text === null ? null : (JSON.parse(text) as ProjectedVersion);
      const found = { version, isKnown: id !== null, characters: text?.length ?? 0 };
      if (version) remember(key, found);
      else forget(key);
      return found;
    },
  };
}

function unreadable(cause?: unknown): never {
  throw new GatewayFailure("service_unavailable", "Prompts are temporarily unavailable. Retry in 1 s.", {
    retryAfterSeconds: 1,
    cause,
  });
}

export const noPrompts: PromptStore = {
  find: async () => ({ version: null, isKnown: false, characters: 0 }),
};
