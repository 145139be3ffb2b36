// What a trace's row says, as far as its spans have arrived.
import type { spans, traces } from "@/db/schema";
import { namesOfPrompt, TermSet, termOf } from "../trace-terms";

type Row = typeof spans.$inferSelect;

/** What counts of a span. Times are ISO 8601 in UTC, all to the microsecond: as texts they are in their order. */
export interface NarrowSpan
  extends Pick<
    Row,
    | "spanId"
    | "parentSpanId"
    | "isEntry"
    | "sessionId"
    | "userId"
    | "environment"
    | "tags"
    | "name"
    | "status"
    | "startedAt"
    | "endedAt"
    | "latencyMs"
    | "hasInput"
    | "hasOutput"
    | "model"
    | "prompt"
    | "totalTokens"
    | "costUsd"
  > {}

export type Summary = Pick<
  typeof traces.$inferSelect,
  | "sessionId"
  | "name"
  | "rootSpanId"
  | "status"
  | "latencyMs"
  | "inputSpanId"
  | "outputSpanId"
  | "startedAt"
  | "endedAt"
  | "spanCount"
  | "totalTokens"
  | "costUsd"
  | "userId"
  | "environment"
  | "errorSpans"
  | "terms"
>;

type Order = (one: NarrowSpan, other: NarrowSpan) => boolean;

const startsBefore: Order = (one, other) =>
  one.startedAt < other.startedAt || (one.startedAt === other.startedAt && one.spanId < other.spanId);

/** A root has no parent; else it is the first that came from another process. */
const isRootBefore: Order = (one, other) =>
  (one.parentSpanId === null) === (other.parentSpanId === null) ? startsBefore(one, other) : one.parentSpanId === null;

const endsAfter: Order = (one, other) => {
  const [end, otherEnd] = [one.endedAt ?? "", other.endedAt ?? ""];
  return end > otherEnd || (end === otherEnd && one.spanId < other.spanId);
};

const firstBy = (isBefore: Order, first: NarrowSpan | null, span: NarrowSpan): NarrowSpan =>
  first === null || isBefore(span, first) ? span : first;

/** The smallest text, or the one that is not null. */
const least = <T extends string | null>(one: T, other: T): T =>
  other === null || (one !== null && one <= other) ? one : other;
const latest = (one: string | null, other: string | null): string | null =>
  other === null || (one !== null && one >= other) ? one : other;

const byId = ([one]: [string, number], [other]: [string, number]): number => (one < other ? -1 : 1);

/** The parents of a trace's spans, by the spans' ids. */
type Parents = ReadonlyMap<string, string>;

/**
 * A figure's sum over the lowest spans that report it. A span may repeat what the spans below it report, which would
 * count it twice.
 */
class Sum {
  readonly #figures = new Map<string, number>();

  add(spanId: string, figure: number | null): void {
    if (figure !== null) this.#figures.set(spanId, figure);
  }

  /** Added in one order, so that the last digit does not depend on which span came first. */
  total(parents: Parents): number | null {
    const above = this.#ancestors(parents);
    const lowest = [...this.#figures].filter(([spanId]) => !above.has(spanId)).sort(byId);
    return lowest.length === 0 ? null : lowest.reduce((sum, [, figure]) => sum + figure, 0);
  }

  /** All spans above one that reports the figure. A known ancestor ends the walk: those above it are known too. */
  #ancestors(parents: Parents): Set<string> {
    const above = new Set<string>();
    for (const spanId of this.#figures.keys())
      for (let id = parents.get(spanId); id !== undefined && !above.has(id); id = parents.get(id)) above.add(id);
    return above;
  }
}

/**
 * Adds spans of a trace, each once and in any order. The trace has ended when its root has, and only the root's ERROR
 * makes it an error (an SDK that sets no status means success). It starts with its root, because a child's clock may be
 * wrong. Values that the root lacks are taken from the other spans.
 */
export class TraceSummary {
  #count = 0;
  #errors = 0;
  #root: NarrowSpan | null = null;
  #first: NarrowSpan | null = null;
  #input: NarrowSpan | null = null;
  #output: NarrowSpan | null = null;
  #endedAt: string | null = null;
  #sessionId: string | null = null;
  #userId: string | null = null;
  #environment: string | null = null;
  readonly #parents = new Map<string, string>();
  readonly #tokens = new Sum();
  readonly #cost = new Sum();
  readonly #names = new TermSet("name");
  readonly #models = new TermSet("model");
  readonly #tags = new TermSet("tag");
  readonly #prompts = new TermSet("prompt");

  add(span: NarrowSpan): void {
    this.#count += 1;
    if (span.status === "ERROR") this.#errors += 1;
    this.#first = firstBy(startsBefore, this.#first, span);
    if (span.isEntry) this.#root = firstBy(isRootBefore, this.#root, span);
    if (span.hasInput) this.#input = firstBy(startsBefore, this.#input, span);
    if (span.hasOutput) this.#output = firstBy(endsAfter, this.#output, span);
    this.#endedAt = latest(this.#endedAt, span.endedAt);
    this.#sessionId = least(this.#sessionId, span.sessionId);
    this.#userId = least(this.#userId, span.userId);
    this.#environment = least(this.#environment, span.environment);
    if (span.parentSpanId !== null) this.#parents.set(span.spanId, span.parentSpanId);
    this.#tokens.add(span.spanId, span.totalTokens);
    this.#cost.add(span.spanId, span.costUsd);
    this.#names.add(span.name);
    this.#models.add(span.model);
    for (const tag of span.tags ?? []) this.#tags.add(tag);
    if (span.prompt !== null) for (const name of namesOfPrompt(span.prompt)) this.#prompts.add(name);
  }

  /** Null without a span. */
  summary(): Summary | null {
    const [root, first] = [this.#root, this.#first];
    if (first === null) return null;
    const status = root === null || root.endedAt === null ? "UNSET" : root.status === "ERROR" ? "ERROR" : "OK";
    const userId = root?.userId ?? this.#userId;
    const environment = root?.environment ?? this.#environment;
    return {
      sessionId: root?.sessionId ?? this.#sessionId,
      name: root?.name ?? first.name,
      rootSpanId: root?.spanId ?? null,
      status,
      latencyMs: root?.latencyMs ?? null,
      inputSpanId: (root?.hasInput ? root : this.#input)?.spanId ?? null,
      outputSpanId: (root?.hasOutput ? root : this.#output)?.spanId ?? null,
      startedAt: (root ?? first).startedAt,
      endedAt: this.#endedAt,
      spanCount: this.#count,
      totalTokens: this.#tokens.total(this.#parents),
      costUsd: this.#cost.total(this.#parents),
      userId,
      environment,
      errorSpans: this.#errors,
      terms: [...this.#labels(status, userId, environment), ...this.#kinds().flatMap((kind) => kind.list())],
    };
  }

  #labels(status: string, userId: string | null, environment: string | null): string[] {
    const labels = [termOf("status", status), termOf("error", String(this.#errors > 0))];
    if (userId) labels.push(termOf("user", userId));
    if (environment) labels.push(termOf("environment", environment));
    return labels;
  }

  #kinds(): TermSet[] {
    return [this.#names, this.#models, this.#tags, this.#prompts];
  }
}

export function summaryOf(spans: Iterable<NarrowSpan>): Summary | null {
  const trace = new TraceSummary();
  for (const span of spans) trace.add(span);
  return trace.summary();
}
