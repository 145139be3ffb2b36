// The environment's gateway, built with its first request. Only this file, live-events.ts and lib/redis read the environment.
import type { Redis } from "@upstash/redis";
import { unseal } from "@/lib/auth/encryption";
import { openingSecrets } from "@/lib/auth/session-secret";
import type { Headed } from "@/lib/exchange/exchange";
import { clientAddress, clientIp } from "@/lib/exchange/origin";
import { processRedis } from "@/lib/redis/process";
import { noAnswers, redisAnswers } from "./cache/store";
import { GatewayFailure } from "./errors";
import type { Gateway } from "./gateway";
import { uncounted } from "./limits/admit";
import { redisDirectory } from "./limits/directory";
import { redisLimiter } from "./limits/limiter";
import type { Family } from "./metrics/families";
import { type Metrics, noMetrics, ProcessMetrics } from "./metrics/metrics";
import { learntExpectations } from "./money/expectations";
import type { Ledger } from "./money/ledger-entry";
import { redisMoney } from "./money/money";
import type { Directory, Limiter, Money, Parts } from "./parts";
import { createGateway } from "./pipeline";
import { noPrompts, redisPrompts } from "./prompts/store";
import { sendByFetch } from "./providers/fetch";
import type { Outgoing, Send } from "./providers/provider";
import { announceLoss, inngestLedger, inngestRecorder, outlive } from "./record/live-events";
import type { Recorder } from "./record/recorder";
import { reportError as report } from "./report";
import { createHealth } from "./routing/health";
import { breakerExchange } from "./routing/shared-breakers";
import { noResponses, redisResponses } from "./stored-responses/store";

// On the edge, which cannot reach Postgres, events go to Inngest, whose functions do the work.
let recover = announceLoss;
let recorder = inngestRecorder;
let ledger = inngestLedger;
let send: Send = sendByFetch((...request) => globalThis.fetch(...request));
let processes = 1;
let metrics: Metrics = noMetrics;
let built: { redis: Redis | null; gateway: Gateway; parts: Parts } | undefined;

/** Sets how the gateway of a process that reaches Postgres restores what Redis has lost. */
export function restoreProjectionBy(rebuild: () => Promise<void>): void {
  recover = rebuild;
}

/** Gives the gateway of such a process its own way to record calls. */
export function recordCallsBy(other: Recorder): void {
  recorder = other;
}

/** Gives the gateway of such a process its own way to the ledger. */
export function keepLedgerBy(other: Ledger): void {
  ledger = other;
}

/** Gives the gateway of a process of Node its own way to providers. */
export function sendBy(other: Send): void {
  send = other;
}

/** Makes the gateway of this process collect its metrics; what it returns reads them. */
export function measure(): () => Family[] {
  const measures = new ProcessMetrics();
  metrics = measures;
  return () => measures.read(live().parts.health.breakers);
}

/** Sets how many processes of the server answer, so that together they respect a provider's concurrency limit. */
export function shareRoomAmong(count: number): void {
  processes = count;
}

export const liveGateway = (): Gateway => live().gateway;
/** For the administration's answers, which carry the same headers. */
export const liveParts = (): Parts => live().parts;

/** Vercel ends a request on its edge whose answer has not begun after 25 seconds; a second less leaves room for the gateway's own error. */
const answerWithin = (): number | null => (process.env.VERCEL === "1" && "EdgeRuntime" in globalThis ? 24_000 : null);

function live() {
  const redis = processRedis();
  if (built?.redis === redis) return built;
  const parts = partsFor(redis);
  built = { redis, parts, gateway: createGateway(parts) };
  return built;
}

function partsFor(redis: Redis | null): Parts {
  const now = () => Date.now();
  const shared = {
    now,
    report,
    addressOf: (request: Headed) => clientIp(request)?.toString() ?? null,
    networkOf: clientAddress,
    random: () => Math.random(),
    answerWithinMs: answerWithin(),
    expectations: learntExpectations(),
    recorder: { begin: () => recorder.begin() },
    ledger: { begin: () => ledger.begin() },
    send: (request: Outgoing) => send(request),
    metrics: {
      answered: (...measured: Parameters<Metrics["answered"]>) => metrics.answered(...measured),
      called: (...measured: Parameters<Metrics["called"]>) => metrics.called(...measured),
    },
  };
  if (!redis) {
    const health = createHealth(now, () => undefined);
    const absent = { directory: noDirectory, limiter: noLimiter, money: noMoney };
    return { ...shared, health, ...absent, answers: noAnswers, responses: noResponses, prompts: noPrompts };
  }
  const breakers = breakerExchange(redis, () => health.breakers, now, outlive, report);
  const health = createHealth(now, breakers.tell, processes);
  const directory = redisDirectory({
    redis,
    unseal: async (sealed) => unseal(sealed, openingSecrets()),
    now,
    report,
    recover: () => recover(),
    changed: breakers.learn,
  });
  const answers = redisAnswers(redis, report, outlive);
  const responses = redisResponses(redis, now, report, outlive);
  const prompts = redisPrompts(redis, now);
  const money = redisMoney({ redis, now, report, outlive, recover: () => recover() });
  return {
    ...shared,
    health,
    directory,
    answers,
    responses,
    prompts,
    limiter: redisLimiter(redis, now, report),
    money,
  };
}

const noDirectory: Directory = {
  recall: () => null,
  find: () =>
    Promise.reject(
      new GatewayFailure("service_unavailable", "The gateway's store is not configured.", { retryAfterSeconds: 60 }),
    ),
};
const countNothing: Limiter["take"] = async (levels) => levels.map((level) => uncounted(level, Date.now()));
// Never called: without a store no key is known.
const noMoney: Money = { hold: () => Promise.reject(new Error("There is no store.")), settle: async () => false };
const noLimiter: Limiter = { take: countNothing, release: async (readings) => readings, peek: countNothing };
