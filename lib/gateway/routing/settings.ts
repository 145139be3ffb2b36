// The routing of requests to providers: its configuration and its defaults.

export const strategies = ["round-robin", "weighted", "least-latency", "cheapest", "ordered"] as const;
export type Strategy = (typeof strategies)[number];

export interface RoutingSettings {
  strategy: Strategy;
  /** Requested name → where it is answered. */
  targets: Record<string, TargetSettings[]>;
  /** Requested name → the names to try after all of its targets have failed. */
  modelFallbacks: Record<string, string[]>;
  /** Requested name → milliseconds. */
  modelTimeouts: Record<string, number>;
  failover: FailoverSettings;
  retry: RetrySettings;
  breaker: BreakerSettings;
}

export interface TargetSettings {
  /** A provider's name. */
  provider: string;
  /** The model's name there; the requested name where there is none. */
  model: string | null;
  weight: number;
}

export interface FailoverSettings {
  /** How many targets of a model are tried. */
  attempts: number;
  /** Statuses after which another target is tried. After no answer at all, one is always tried. */
  statuses: number[];
  attemptTimeoutMs: number | null;
}

export interface RetrySettings {
  /** How often the last remaining target is tried again. */
  attempts: number;
  /** The longest wait before the first; it doubles with each further. */
  firstMs: number;
  mostMs: number;
}

export interface BreakerSettings {
  /** Failures in a row that open it. */
  failures: number;
  openMs: number;
  /** Successes that close it again. */
  successes: number;
}

/**
 * With which a provider or what is before it, such as Cloudflare, says that it is down, overloaded or without money. Each of the
 * failures that a circuit breaker counts (`isTrouble`) is one of them.
 */
const TROUBLES = [402, 408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530];

/**
 * Clients try again by themselves, each try of the gateway's a further factor: so it tries other targets at once, but the
 * same one again only where that is configured.
 */
export const defaultRouting: RoutingSettings = {
  strategy: "round-robin",
  targets: {},
  modelFallbacks: {},
  modelTimeouts: {},
  failover: { attempts: 3, statuses: TROUBLES, attemptTimeoutMs: null },
  retry: { attempts: 0, firstMs: 500, mostMs: 10_000 },
  breaker: { failures: 5, openMs: 30_000, successes: 2 },
};
