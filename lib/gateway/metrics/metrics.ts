// A process's metrics of its requests and provider calls, for the operator. No label grows without a bound.
import type { Exchange, Reply } from "@/lib/exchange/exchange";
import type { GatewayFailure } from "../errors";
import type { LedgerEntry } from "../money/ledger-entry";
import type { Target } from "../providers/choose-targets";
import type { CallEnd } from "../record/watch-call";
import type { Breakers } from "../routing/breakers";
import type { Family } from "./families";
import { Counter, Histogram } from "./series";

export interface Metrics {
  /** A request has its answer, or the beginning of one; `ms` is how long that took. */
  answered(request: Pick<Exchange, "path">, reply: Reply, failure: GatewayFailure | null, ms: number): void;
  /** A provider call is over, with its cost. `startedAt` is in milliseconds since 1970. */
  called(end: CallEnd, startedAt: number, entry: LedgerEntry | null): void;
}

/** For processes whose metrics nobody reads. */
export const noMetrics: Metrics = { answered() {}, called() {} };

/** How many models, each with its provider, have their own series; further ones are counted together. */
const NAMED_MODELS = 500;
/** Micro-dollars a dollar. */
const MICROS = 1_000_000;
const OTHER = "other";

const paths: ReadonlySet<string> = new Set([
  "/v1/chat/completions",
  "/v1/completions",
  "/v1/embeddings",
  "/v1/key",
  "/v1/messages",
  "/v1/messages/count_tokens",
  "/v1/models",
  "/v1/responses",
]);

function pathOf(path: string): string {
  const plain = path.endsWith("/") ? path.slice(0, -1) : path;
  if (paths.has(plain)) return plain;
  return plain.startsWith("/v1/models/") ? "/v1/models/{model}" : OTHER;
}

const isOfProvider = ({ code, detail }: GatewayFailure): boolean =>
  detail.providerStatus !== undefined || code === "upstream_error" || code === "timeout";

export class ProcessMetrics implements Metrics {
  readonly #requests = new Counter(
    "assay_gateway_requests_total",
    "Requests by path and status; failures also by code and by whether a provider refused.",
    "path",
    "status",
    "code",
    "origin",
  );
  readonly #durations = new Histogram(
    "assay_gateway_request_duration_seconds",
    "Time to the answer; for streams, to their start.",
    "path",
  );
  readonly #guardrails = new Counter(
    "assay_gateway_guardrail_triggers_total",
    "Requests whose guardrails fired before the answer began, by the most severe action.",
    "action",
  );
  readonly #cache = new Counter("assay_gateway_cache_total", "Requests to which the cache applies.", "result");
  readonly #uncounted = new Counter(
    "assay_gateway_uncounted_total",
    "Requests that passed while the counters were unreachable.",
    "what",
  );
  readonly #fallbacks = new Counter(
    "assay_gateway_fallbacks_total",
    "Requests answered by another target than the first.",
  );
  readonly #failures = new Counter(
    "assay_gateway_target_failures_total",
    "Failed attempts at targets, whether or not another target answered.",
    "provider",
    "model",
    "code",
  );
  readonly #calls = new Counter(
    "assay_gateway_calls_total",
    "Provider calls by the last target tried and by outcome.",
    "provider",
    "model",
    "outcome",
  );
  readonly #callDurations = new Histogram(
    "assay_gateway_call_duration_seconds",
    "Duration of provider calls; for streams, to the last chunk.",
    "provider",
    "model",
  );
  readonly #firstChunks = new Histogram(
    "assay_gateway_first_chunk_seconds",
    "Time to the first chunk of a stream.",
    "provider",
    "model",
  );
  readonly #tokens = new Counter(
    "assay_gateway_tokens_total",
    "Tokens in the ledger; input includes cached input.",
    "provider",
    "model",
    "type",
  );
  readonly #cost = new Counter("assay_gateway_cost_usd_total", "Cost in the ledger.", "provider", "model");
  readonly #unpriced = new Counter(
    "assay_gateway_unpriced_calls_total",
    "Answered calls to models without a price.",
    "provider",
    "model",
  );
  readonly #known = new Set<string>();

  answered({ path }: Pick<Exchange, "path">, reply: Reply, failure: GatewayFailure | null, ms: number): void {
    const { status, headers } = reply;
    const shown = pathOf(path);
    const origin = failure === null ? "" : isOfProvider(failure) ? "provider" : "gateway";
    this.#requests.add(1, shown, String(status), failure?.code ?? "", origin);
    this.#durations.observe(ms / 1000, shown);
    const action = headers["x-gateway-guardrail-action"] ?? (failure?.code === "content_blocked" ? "block" : null);
    if (action !== null) this.#guardrails.add(1, action);
    const cache = headers["x-gateway-cache"];
    if (cache !== undefined) this.#cache.add(1, cache);
    if (headers["x-gateway-ratelimit-uncounted"] !== undefined) this.#uncounted.add(1, "requests");
    if (headers["x-gateway-money-uncounted"] !== undefined) this.#uncounted.add(1, "money");
    if (headers["x-gateway-fallback-used"] !== undefined) this.#fallbacks.add(1);
  }

  called(end: CallEnd, startedAt: number, entry: LedgerEntry | null): void {
    const { target, attempts, outcome, endedAt, firstChunkAt } = end;
    for (const { target: tried, failure } of attempts)
      if (failure) this.#failures.add(1, ...this.#namesOf(tried, false), failure.code);
    const names = this.#namesOf(target, entry !== null);
    this.#calls.add(1, ...names, typeof outcome === "string" ? outcome : outcome.code);
    this.#callDurations.observe((endedAt - startedAt) / 1000, ...names);
    if (firstChunkAt !== null) this.#firstChunks.observe((firstChunkAt - startedAt) / 1000, ...names);
    if (!entry) return;
    this.#tokens.add(entry.inputTokens, ...names, "input");
    if (entry.cachedInputTokens > 0) this.#tokens.add(entry.cachedInputTokens, ...names, "cached_input");
    if (entry.cacheWriteTokens > 0) this.#tokens.add(entry.cacheWriteTokens, ...names, "cache_write");
    this.#tokens.add(entry.outputTokens, ...names, "output");
    if (entry.cost === null) this.#unpriced.add(1, ...names);
    else this.#cost.add(entry.cost, ...names);
  }

  /** Clients invent models: one gets a series once it has answered, or where its provider lists it. */
  #namesOf({ provider, model }: Target, hasAnswered: boolean): [provider: string, model: string] {
    const name = `${provider.name}/${model}`;
    if (this.#known.has(name)) return [provider.name, model];
    if (this.#known.size >= NAMED_MODELS || !(hasAnswered || provider.models.includes(model))) return [OTHER, OTHER];
    this.#known.add(name);
    return [provider.name, model];
  }

  read(breakers: Breakers): Family[] {
    return [
      this.#requests,
      this.#durations,
      this.#guardrails,
      this.#cache,
      this.#uncounted,
      this.#fallbacks,
      this.#failures,
      this.#calls,
      this.#callDurations,
      this.#firstChunks,
      this.#tokens,
      this.#unpriced,
    ]
      .map((series) => series.read())
      .concat(this.#cost.read(MICROS), breakerStates(breakers));
  }
}

const breakerStates = (breakers: Breakers): Family => ({
  name: "assay_gateway_breaker_state",
  help: "Circuit breakers of targets: 2 is open, 1 is half-open. Closed ones have no series.",
  type: "gauge",
  samples: breakers.opened().map(({ target, isOpen }) => ({ labels: { target }, value: isOpen ? 2 : 1 })),
});
