// The gateway's parts in memory, for its tests.

import { createMemoryEngine } from "@/lib/embedded/redis/memory-engine";
import { overWeb } from "@/lib/exchange/testing";
import { requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import type { AnswerStore } from "../cache/store";
import { GatewayFailure } from "../errors";
import { uncounted } from "../limits/admit";
import type { Level } from "../limits/reading";
import { windowEnd } from "../limits/window";
import { noMetrics } from "../metrics/metrics";
import { learntExpectations } from "../money/expectations";
import { bookedEntry, type LedgerEntry } from "../money/ledger-entry";
import type { Limiter, Money, Parts } from "../parts";
import { createGateway } from "../pipeline";
import { noPrompts, type PromptStore } from "../prompts/store";
import { sendByFetch } from "../providers/fetch";
import type { CompletedRequest } from "../record/recorder";
import type { CompletedCall } from "../record/watch-call";
import { createHealth } from "../routing/health";
import type { GatewayKey, GatewaySettings, Lookup, OrganizationSettings, ProviderSettings } from "../settings";
import { redisResponses } from "../stored-responses/store";

export const NOW = Date.UTC(2026, 2, 1, 12, 0, 30);
export const KEY = "sk-test-key";

export const key: GatewayKey = {
  id: "key-1",
  kind: "gateway",
  organizationId: "org-1",
  isServed: true,
  allowedModels: [],
  rateLimitRpm: null,
  expiresAt: null,
};

/** A provider that answers messages in its own protocol. */
export const claude: ProviderSettings = {
  kind: "anthropic",
  name: "claude",
  baseUrl: "https://claude.test/v1",
  apiKey: "sk-claude",
  models: [],
  timeoutMs: null,
  native: ["messages"],
};

export const upstream: ProviderSettings = {
  kind: "openai",
  name: "acme",
  baseUrl: "https://llm.acme.test/v1",
  apiKey: "sk-upstream-secret",
  models: ["small", "org/large"],
  timeoutMs: null,
};

export const settings: GatewaySettings = {
  providers: [upstream],
  modelMap: { alias: "acme/small" },
  rateLimiting: { enabled: true, globalRpm: 100 },
};

/** An organization of which nothing is set. */
export const organization: OrganizationSettings = {
  providers: [],
  modelMap: {},
  rateLimiting: { enabled: false, rpm: null },
};

/** Counts in memory; takes of all levels or of none. */
export function memoryLimiter(): Limiter & { used: Map<string, number> } {
  const used = new Map<string, number>();
  const read = (level: Level, admitted: boolean) => ({
    level,
    admitted,
    remaining: Math.max(0, level.limit - (used.get(level.subject) ?? 0)),
    resetAt: windowEnd(NOW),
    counterReached: true,
  });
  const isFull = (level: Level) => (used.get(level.subject) ?? 0) >= level.limit;
  return {
    used,
    async take(levels) {
      if (!levels.some(isFull)) for (const { subject } of levels) used.set(subject, (used.get(subject) ?? 0) + 1);
      else return levels.map((level) => read(level, !isFull(level)));
      return levels.map((level) => read(level, true));
    },
    async release(readings) {
      for (const { level } of readings) used.set(level.subject, (used.get(level.subject) ?? 0) - 1);
      return readings.map(({ level }) => read(level, true));
    },
    peek: async (levels) => levels.map((level) => read(level, true)),
  };
}

/** Keeps answers forever, and for how long they were to be kept. */
function memoryAnswers(): TestParts["answers"] {
  const kept = new Map<string, string>();
  const lifetimes: number[] = [];
  return {
    lifetimes,
    read: async (organizationId, key) => kept.get(organizationId + key) ?? null,
    write(organizationId, key, answer, ttlMs) {
      kept.set(organizationId + key, answer);
      lifetimes.push(ttlMs);
    },
  };
}

export interface World {
  settings?: GatewaySettings;
  organization?: Partial<OrganizationSettings>;
  key?: Partial<GatewayKey> | null;
  /** The provider. */
  fetch?: typeof fetch;
  find?: () => Promise<Lookup>;
  limiter?: Limiter;
  money?: Money;
  prompts?: PromptStore;
}

export interface TestParts extends Parts {
  answers: AnswerStore & { lifetimes: number[] };
  reported: unknown[];
  /** The finished calls. */
  calls: CompletedCall[];
  /** The finished requests, refused ones too. */
  requests: CompletedRequest[];
  /** What has reached the ledger. */
  entries: LedgerEntry[];
}

export function memoryParts(world: World = {}): TestParts {
  const known = world.key === null ? null : { ...key, ...world.key };
  const reported: unknown[] = [];
  const calls: CompletedCall[] = [];
  const requests: CompletedRequest[] = [];
  const entries: LedgerEntry[] = [];
  return {
    directory: {
      recall: () => null,
      find:
        world.find ??
        (async (hash) => ({
          key: hash === hashOfKey ? known : null,
          organization: world.organization ? { ...organization, ...world.organization } : null,
          settings: world.settings ?? settings,
        })),
    },
    limiter: world.limiter ?? memoryLimiter(),
    answers: memoryAnswers(),
    responses: redisResponses(
      redisOver(requesterOf(createMemoryEngine())),
      () => NOW,
      (error) => reported.push(error),
      () => undefined,
    ),
    prompts: world.prompts ?? noPrompts,
    money: world.money ?? noMoney,
    expectations: learntExpectations(),
    ledger: {
      begin: () => (entry, booked) => {
        if (entry && booked) void booked.then((isBooked) => entries.push(bookedEntry(entry, isBooked)));
        else if (entry) entries.push(entry);
      },
    },
    entries,
    recorder: {
      begin: () => (request) => {
        requests.push(request);
        if (request.call) calls.push(request.call);
      },
    },
    calls,
    requests,
    metrics: noMetrics,
    send: sendByFetch(world.fetch ?? (() => Promise.reject(new TypeError("no provider in this test")))),
    now: () => NOW,
    addressOf: ({ header }) => header("x-test-address"),
    networkOf: ({ header }) => header("x-test-address"),
    random: () => 0,
    answerWithinMs: null,
    health: createHealth(
      () => NOW,
      () => undefined,
    ),
    report: (error) => reported.push(error),
    reported,
  };
}

/** The gateway as the web's mount serves it. */
export const webGateway = (parts: Parts) => overWeb({ ...createGateway(parts) });
export type WebGateway = ReturnType<typeof webGateway>;

const noMoney: Money = {
  hold: () => Promise.reject(new Error("nothing in this test costs money")),
  settle: () => Promise.reject(new Error("nothing in this test costs money")),
};

export const deafLimiter: Limiter = {
  take: async (levels) => levels.map((level) => uncounted(level, NOW)),
  release: async (readings) => readings,
  peek: async (levels) => levels.map((level) => uncounted(level, NOW)),
};

export const storeIsDown = (): Promise<Lookup> =>
  Promise.reject(new GatewayFailure("service_unavailable", "The store is down.", { retryAfterSeconds: 2 }));

// SHA-256 of KEY.
export const hashOfKey = "0d62f396c1317066f55a96086517047c737087c61eb2bf016b72e6298927b15b";

interface Ask {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** A request with the test's key; a body that is no string is sent as JSON. */
export function ask({ method = "POST", path = "/v1/chat/completions", headers = {}, body, signal }: Ask = {}): Request {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? chat("sandbox/echo"));
  return new Request(`https://gateway.test${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    ...(method === "POST" ? { body: text } : {}),
    ...(signal ? { signal } : {}),
  });
}

export const chat = (model: string, more: object = {}) => ({
  model,
  messages: [{ role: "user", content: "Hello there" }],
  ...more,
});

/** A provider's answer whose body arrives in these chunks; `hang` leaves it open after them. */
export function streamOf(chunks: (string | Uint8Array)[], { hang = false, fail = false } = {}): Response {
  const encoder = new TextEncoder();
  const left = chunks.map((chunk) => (typeof chunk === "string" ? encoder.encode(chunk) : chunk));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift();
      if (chunk) return controller.enqueue(chunk);
      if (hang) return new Promise(() => undefined);
      if (fail) controller.error(new TypeError("terminated"));
      else controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

export const chunk = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: "c1", choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
