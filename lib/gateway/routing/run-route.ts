// Sends a request to one target after another until one answers, no target is left, or the time is up.

import type { Reply } from "@/lib/exchange/exchange";
import type { Signal } from "@/lib/exchange/signal";
import { GatewayFailure } from "../errors";
import { setGatewayHeader } from "../headers";
import { type Target, targetId } from "../providers/choose-targets";
import { type Deadline, startDeadline } from "../providers/deadline";
import { streamFailure } from "../providers/relay-stream";
import { wait } from "../wait";
import type { Health } from "./health";
import { isTrouble, mayFailOver, mayRetry } from "./may-fail-over";
import { order } from "./order";
import type { Choice, Route } from "./plan-route";
import { retryDelay } from "./retry-delay";
import type { RoutingSettings } from "./settings";

export interface Routed {
  route: Route;
  /** How long the client will wait until something is answered; null for as long as the gateway likes. */
  patienceMs: number | null;
  /** Of the client. */
  signal: Signal;
  health: Health;
  /** A comparable price of a target; null where it is unknown. */
  priceOf(target: Target): number | null;
  /** Milliseconds since 1970. */
  now(): number;
  random(): number;
}

/** Calls a target, and throws any failure before its first byte. The deadline covers the attempt and its stream. */
export type Attempt = (target: Target, deadline: Deadline) => Promise<Reply>;

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 600_000;
/** When to ask again where a provider has no room. */
const FULL_RETRY_SECONDS = 1;

/** Throws a GatewayFailure: the last target's, or `service_unavailable` if none could be called. */
export async function runRoute(routed: Routed, attempt: Attempt): Promise<Reply> {
  const { route, health } = routed;
  const startedAt = routed.now();
  const left = candidatesOf(routed);
  const [first] = left;
  let failure: GatewayFailure | undefined;
  for (let next = takeNext(left, health); next; next = takeNext(left, health)) {
    const remaining = routed.patienceMs === null ? MAX_TIMEOUT_MS : routed.patienceMs - (routed.now() - startedAt);
    if (failure && remaining <= 0) break;
    const { target, choice } = next;
    const isLast = !left.some((other) => health.breakers.waitFor(targetId(other.target)) === 0);
    const limits = {
      remaining,
      own: ownLimit(target, choice, route.routing),
      usual: ownLimit(target, choice, judging(route, target)),
      retries: isLast ? route.routing.retry.attempts : 0,
    };
    const outcome = await tryTarget(routed, target, limits, attempt);
    if (!(outcome instanceof GatewayFailure)) {
      setGatewayHeader(outcome.headers, "timeout-ms", Math.min(routed.patienceMs ?? limits.own, MAX_TIMEOUT_MS));
      describe(outcome, target, routed, route.isFallback === true || target !== first?.target);
      return outcome;
    }
    failure = outcome;
    if (routed.signal.aborted || !mayFailOver(failure, route.routing.failover.statuses)) break;
  }
  throw failure ?? allOpen(routed);
}

interface Candidate {
  target: Target;
  choice: Choice;
}

/** The targets in the order in which they are tried, each once: those of the model, then those of its fallbacks. */
function candidatesOf({ route, health, priceOf, random }: Routed): Candidate[] {
  const { strategy, failover } = route.routing;
  const seen = new Set<string>();
  return route.choices.flatMap((choice) => {
    const known = {
      weightOf: ({ weight }: Target) => weight,
      latencyOf: (target: Target) => health.latencies.of(targetId(target)),
      priceOf,
      turn: choice.targets.length > 1 ? health.turnOf(choice.model) : 0,
      random,
    };
    const isNew = (target: Target) => !seen.has(targetId(target)) && seen.add(targetId(target));
    const ordered = order(choice.targets, strategy, known).filter(isNew);
    return ordered.slice(0, failover.attempts).map((target) => ({ target, choice }));
  });
}

/** Takes the first target whose breaker admits a request, one with a free slot before one without. */
function takeNext(left: Candidate[], { breakers, slots }: Health): Candidate | undefined {
  const open = left.filter(({ target }) => breakers.waitFor(targetId(target)) === 0);
  const next = open.find(({ target }) => !slots.isFull(lineOf(target), roomOf(target))) ?? open[0];
  if (next) left.splice(left.indexOf(next), 1);
  return next;
}

/** Milliseconds that an attempt may take by the gateway's own settings. */
function ownLimit({ provider }: Target, { model }: Choice, { modelTimeouts }: RoutingSettings): number {
  const configured = Object.hasOwn(modelTimeouts, model) ? modelTimeouts[model] : undefined;
  const ofProvider = provider.kind === "sandbox" ? null : provider.timeoutMs;
  return configured ?? ofProvider ?? DEFAULT_TIMEOUT_MS;
}

/** Whose settings decide that a target is in trouble. */
const judging = ({ routing, shared }: Route, { organizationId }: Target): RoutingSettings =>
  organizationId === null ? shared : routing;

interface Limits {
  remaining: number;
  own: number;
  /** With less than that a target has not had its time. */
  usual: number;
  retries: number;
}

async function tryTarget(
  routed: Routed,
  target: Target,
  { remaining, own, usual, retries }: Limits,
  attempt: Attempt,
): Promise<Reply | GatewayFailure> {
  const { route, now, random, signal } = routed;
  const end = now() + remaining;
  for (let retry = 0; ; retry++) {
    // The client's own time limit wins, whether it is shorter or longer than the gateway's.
    const remaining = routed.patienceMs === null ? own : end - now();
    const longest = Math.min(route.routing.failover.attemptTimeoutMs ?? MAX_TIMEOUT_MS, MAX_TIMEOUT_MS);
    const limit = Math.min(remaining, longest);
    const most = Math.max(limit, Math.min(end - now(), longest));
    const outcome = await tryOnce(routed, target, { limit, most, own, isImpatient: limit < usual }, attempt);
    if (!(outcome instanceof GatewayFailure)) return outcome;
    if (retry >= retries || signal.aborted || !mayRetry(outcome, route.routing.failover.statuses)) return outcome;
    const askedMs = outcome.detail.retryAfterSeconds === undefined ? null : outcome.detail.retryAfterSeconds * 1000;
    const delay = retryDelay(route.routing.retry, retry, askedMs, random);
    if (now() + delay >= end) return outcome;
    const hasLeft = await wait(delay, signal).then(
      () => false,
      () => true,
    );
    if (hasLeft) return outcome;
  }
}

async function tryOnce(
  { health, signal, route, now }: Routed,
  target: Target,
  { limit, most, own, isImpatient }: Pick<Limits, "own"> & { limit: number; most: number; isImpatient: boolean },
  attempt: Attempt,
): Promise<Reply | GatewayFailure> {
  const id = targetId(target);
  const { breaker } = judging(route, target);
  let release = () => {};
  // A short limit is one on the wait for an answer: a silence within it may last as long as the gateway's settings say.
  const deadline = startDeadline(limit, signal, {
    over: () => release(),
    silenceMs: Math.min(own, MAX_TIMEOUT_MS),
    mostMs: most,
  });
  health.breakers.begin(id);
  try {
    if (roomOf(target) < Number.POSITIVE_INFINITY) {
      release = await health.slots.take(lineOf(target), roomOf(target), deadline.signal).catch((error) => {
        throw deadline.signal.aborted ? noRoom(target) : error;
      });
    }
    const startedAt = now();
    const reply = await attempt(target, deadline);
    health.breakers.succeeded(id, breaker);
    health.latencies.record(id, now() - startedAt);
    return reply;
  } catch (error) {
    deadline.abort();
    release();
    const failure =
      error instanceof GatewayFailure && error.code === "service_unavailable" ? error : streamFailure(error, deadline);
    // A client without patience must not close a provider to others.
    const isFault = isTrouble(failure) && !signal.aborted && !(failure.code === "timeout" && isImpatient);
    if (isFault && target.provider.kind !== "sandbox") health.breakers.failed(id, breaker);
    else health.breakers.letGo(id);
    return failure;
  }
}

function describe(reply: Reply, target: Target, { route }: Routed, isFallback: boolean): void {
  setGatewayHeader(reply.headers, "provider", target.provider.name);
  setGatewayHeader(reply.headers, "model-used", target.model);
  if (isFallback) setGatewayHeader(reply.headers, "fallback-used", "true");
  const isChosen = route.choices.some(({ targets }) => targets.length > 1);
  if (isChosen) setGatewayHeader(reply.headers, "routing-strategy", route.routing.strategy);
}

const lineOf = (target: Target): string => `${target.organizationId ?? ""}/${target.provider.name}`;
const roomOf = ({ provider }: Target): number =>
  (provider.kind === "sandbox" ? null : provider.maxConcurrent) || Number.POSITIVE_INFINITY;

const noRoom = ({ provider }: Target): GatewayFailure =>
  new GatewayFailure("service_unavailable", `The provider ${provider.name} is at its limit of concurrent requests.`, {
    retryAfterSeconds: FULL_RETRY_SECONDS,
  });

function allOpen({ route, health }: Routed): GatewayFailure {
  const waits = route.choices.flatMap(({ targets }) =>
    targets.map((target) => health.breakers.waitFor(targetId(target))),
  );
  return new GatewayFailure("service_unavailable", "All providers for this model are failing (circuit breaker open).", {
    retryAfterSeconds: Math.max(1, Math.min(...waits) / 1000),
  });
}
