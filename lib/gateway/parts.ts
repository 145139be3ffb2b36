// What the gateway needs of the world. `live.ts` has the parts that production uses, tests have parts in memory.
import type { Tracing } from "@/lib/contracts/gateway/tracing";
import type { Send } from "./providers/provider";
import type { Recorder } from "./record/watch-call";

export interface GatewayKey {
  id: string;
  /** Made by the gateway's administration, or a key of the platform. */
  kind: "gateway" | "platform";
  organizationId: string | null;
  /** Empty: every model. */
  allowedModels: string[];
  /** Requests a minute; null or 0 for no limit of its own. */
  rateLimitRpm: number | null;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
  tracing?: Tracing | null;
}

export type ProviderSettings =
  | {
      kind: "openai";
      name: string;
      baseUrl: string;
      apiKey: string | null;
      models: string[];
      timeoutMs: number | null;
    }
  | { kind: "sandbox"; name: string; models: string[] };

export interface GatewaySettings {
  providers: ProviderSettings[];
  /** Requested name → provider, model, or provider/model. */
  modelMap: Record<string, string>;
  rateLimiting: { enabled: boolean; globalRpm: number | null };
  tracing?: Tracing | null;
}

export interface OrganizationSettings {
  rateLimiting: { enabled: boolean; rpm: number | null };
  tracing?: Tracing | null;
}

export interface Lookup {
  key: GatewayKey | null;
  organization: OrganizationSettings | null;
  settings: GatewaySettings;
}

export interface Caller extends Lookup {
  key: GatewayKey;
}

export interface Directory {
  /** What `find` answered last, which may have changed since; null for what is not remembered. */
  recall(keyHash: string | null): Lookup | null;
  /**
   * The key with this SHA-256 and the settings that apply, as they are now: the same object as before while nothing of
   * them has changed. Throws `service_unavailable` when they cannot be read.
   */
  find(keyHash: string | null): Promise<Lookup>;
}

export interface Level {
  name: "global" | "organization" | "key";
  /** Whose requests are counted together. */
  subject: string;
  /** Requests a minute. */
  limit: number;
}

/** Where a level stands after a request. */
export interface Reading {
  level: Level;
  admitted: boolean;
  remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  resetAt: number;
  /** False when the counter could not be reached, and the request passed uncounted. */
  counted: boolean;
}

export interface Limiter {
  /** Takes one request of every level, or of none when one of them refuses. Never throws. */
  take(levels: Level[]): Promise<Reading[]>;
  /** Gives back what the `take` that answered these readings has taken. Never throws. */
  release(readings: Reading[]): Promise<void>;
  /** Where the levels stand, taking nothing. Never throws. */
  peek(levels: Level[]): Promise<Reading[]>;
}

export interface Parts {
  directory: Directory;
  limiter: Limiter;
  recorder: Recorder;
  send: Send;
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes note of an error that is nobody's request's fault. */
  report(error: unknown): void;
}
