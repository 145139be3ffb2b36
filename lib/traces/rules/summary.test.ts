import { describe, expect, test } from "vitest";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { type NarrowSpan, summaryOf } from "./summary";

const at = (micros: number): string => `2026-01-01T00:00:00.${String(micros).padStart(6, "0")}Z`;
const plain: NarrowSpan = {
  spanId: "0a",
  parentSpanId: null,
  isEntry: true,
  sessionId: null,
  userId: null,
  environment: null,
  tags: null,
  name: "",
  status: "UNSET",
  startedAt: at(0),
  endedAt: null,
  latencyMs: null,
  hasInput: false,
  hasOutput: false,
  model: null,
  prompt: null,
  totalTokens: null,
  costUsd: null,
};
const span = (changed: Partial<NarrowSpan>): NarrowSpan => ({ ...plain, ...changed });
const child = (changed: Partial<NarrowSpan>): NarrowSpan =>
  span({ spanId: "0b", parentSpanId: "0a", isEntry: false, ...changed });

test("without spans there is no summary", () => expect(summaryOf([])).toBeNull());

test.each<[what: string, spans: NarrowSpan[], row: object]>([
  [
    "one root",
    [span({ name: "answer", endedAt: at(5), latencyMs: 0.005 })],
    { rootSpanId: "0a", name: "answer", status: "OK", latencyMs: 0.005, spanCount: 1, endedAt: at(5) },
  ],
  ["a root that has not ended", [span({ status: "ERROR" })], { status: "UNSET", errorSpans: 1 }],
  ["a failed root", [span({ status: "ERROR", endedAt: at(1) })], { status: "ERROR", errorSpans: 1 }],
  [
    "a failed child",
    [span({ endedAt: at(1) }), child({ status: "ERROR" })],
    { status: "OK", errorSpans: 1, spanCount: 2 },
  ],
  [
    "children without a root: the first gives its name",
    [child({ spanId: "0c", name: "late", startedAt: at(9), latencyMs: 1 }), child({ name: "early", startedAt: at(3) })],
    { rootSpanId: null, name: "early", status: "UNSET", latencyMs: null, startedAt: at(3) },
  ],
  ["a nameless root", [span({}), child({ name: "chat" })], { name: "" }],
  [
    "a parent in another process",
    [child({ isEntry: true, parentSpanId: "ff", name: "part" })],
    { rootSpanId: "0b", name: "part" },
  ],
  [
    "no parent before a parent elsewhere",
    [child({ isEntry: true }), span({ startedAt: at(9) })],
    { rootSpanId: "0a", startedAt: at(9) },
  ],
  [
    "of two roots the first",
    [span({ startedAt: at(2) }), span({ spanId: "0b", startedAt: at(1) })],
    { rootSpanId: "0b", startedAt: at(1) },
  ],
  ["of two at once the one with the lower id", [span({ spanId: "0b" }), span({})], { rootSpanId: "0a" }],
  ["a child that ends last", [span({ endedAt: at(1) }), child({ endedAt: at(2) })], { endedAt: at(2) }],
  [
    "input and output of the root",
    [child({ hasInput: true, hasOutput: true }), span({ hasInput: true, hasOutput: true })],
    { inputSpanId: "0a", outputSpanId: "0a" },
  ],
  [
    "the first input, the last output",
    [
      span({}),
      child({ startedAt: at(1), hasInput: true, hasOutput: true, endedAt: at(2) }),
      child({ spanId: "0c", startedAt: at(2), hasInput: true, hasOutput: true, endedAt: at(3) }),
    ],
    { inputSpanId: "0b", outputSpanId: "0c" },
  ],
  [
    "an output that has ended before one that has not",
    [child({ hasOutput: true }), child({ spanId: "0c", hasOutput: true, endedAt: at(1) })],
    { outputSpanId: "0c" },
  ],
  ["no figures", [span({})], { totalTokens: null, costUsd: null }],
  [
    "figures that a child has too",
    [span({ totalTokens: 9, costUsd: 0.5 }), child({ totalTokens: 4 }), child({ spanId: "0c", totalTokens: 5 })],
    { totalTokens: 9, costUsd: 0.5 },
  ],
  [
    "an agent that repeats the figures of a chat below its step",
    [
      span({ totalTokens: 9, costUsd: 0.5 }),
      child({}),
      child({ spanId: "0c", parentSpanId: "0b", totalTokens: 4, costUsd: 0.25 }),
      child({ spanId: "0d", parentSpanId: "0b" }),
    ],
    { totalTokens: 4, costUsd: 0.25 },
  ],
  [
    "figures on both sides of a span that is missing",
    [span({ totalTokens: 9 }), child({ spanId: "0c", parentSpanId: "missing", totalTokens: 4 })],
    { totalTokens: 13 },
  ],
  [
    "a circle above a chat",
    [
      child({ spanId: "0a", parentSpanId: "0b", totalTokens: 9 }),
      child({ spanId: "0b", parentSpanId: "0a" }),
      child({ spanId: "0c", parentSpanId: "0b", totalTokens: 4 }),
    ],
    { totalTokens: 4 },
  ],
  ["figures that a child has not", [span({ totalTokens: 9 }), child({})], { totalTokens: 9 }],
  [
    "zero is a figure",
    [span({ totalTokens: 9, costUsd: 1 }), child({ totalTokens: 0, costUsd: 0 })],
    { totalTokens: 0, costUsd: 0 },
  ],
  ["a span that is its own parent", [child({ spanId: "0a", totalTokens: 3 })], { totalTokens: null, rootSpanId: null }],
  [
    "what the root lacks",
    [
      span({ userId: "zoe" }),
      child({ userId: "ann", environment: "prod", sessionId: "s2" }),
      child({ spanId: "0c", sessionId: "s1", environment: "test" }),
    ],
    { userId: "zoe", environment: "prod", sessionId: "s1" },
  ],
  [
    "terms",
    [
      span({ name: "answer", endedAt: at(1), tags: ["vip"], userId: "ann" }),
      child({
        name: "chat",
        status: "ERROR",
        model: "gpt",
        tags: ["vip", "new"],
        environment: "prod",
        prompt: "reply@v3",
      }),
    ],
    {
      terms: [
        "status=OK",
        "error=true",
        "user=ann",
        "environment=prod",
        "name=answer",
        "name=chat",
        "model=gpt",
        "tag=new",
        "tag=vip",
        "prompt=reply",
        "prompt=reply@v3",
      ],
    },
  ],
  [
    "empty texts are no terms",
    [span({ userId: "", environment: "", model: "" })],
    { terms: ["status=UNSET", "error=false"] },
  ],
])("%s", (_, spans, row) => {
  expect(summaryOf(spans)).toMatchObject(row);
  expect(summaryOf(spans.toReversed())).toEqual(summaryOf(spans));
});

test("costs add up to the same sum in any order", () => {
  const spans = [0.1, 0.2, 0.3, 1e15].map((costUsd, index) => span({ spanId: String(index), costUsd }));
  expect(summaryOf(spans.toReversed())?.costUsd).toBe(summaryOf(spans)?.costUsd);
});

test("the tokens of a hundred thousand chained spans are summed in linear time", () => {
  const spans = Array.from({ length: 100_000 }, (_, index) =>
    child({ spanId: String(index), parentSpanId: String(index - 1), totalTokens: index % 2 === 0 ? index : null }),
  );
  const began = performance.now();
  expect(summaryOf(spans)?.totalTokens).toBe(99_998);
  expect(summaryOf(spans.toReversed())?.totalTokens).toBe(99_998);
  expect(performance.now() - began).toBeLessThan(5000);
});

test("of a thousand names, the first hundred are kept", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `n${String(index).padStart(4, "0")}`);
  const spans = names.toReversed().map((name, index) => child({ spanId: String(index), name }));
  expect(summaryOf(spans)?.terms.slice(2)).toEqual(names.slice(0, 100).map((name) => `name=${name}`));
});

describe("summaries of random traces match sorting and searching", () => {
  let random = seededRandom("");
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T; // safe: never empty
  const few = (most: number): number | null => pick([null, Math.floor(random() * most)]);

  function randomTrace(): NarrowSpan[] {
    const ids = Array.from({ length: pick([1, 2, 5, 9]) }, () => random().toString(16));
    return ids.map((spanId) => {
      const parentSpanId = pick([null, spanId, "elsewhere", ...ids]);
      const end = few(9);
      return span({
        spanId,
        parentSpanId,
        isEntry: parentSpanId === null || pick([true, false, false]),
        sessionId: pick([null, "s1", "s2"]),
        userId: pick([null, "ann", "zoe"]),
        environment: pick([null, "prod"]),
        name: pick(["answer", "chat"]),
        status: pick(["UNSET", "OK", "ERROR"] as const),
        startedAt: at(few(9) ?? 0),
        endedAt: end === null ? null : at(end),
        hasInput: pick([true, false]),
        hasOutput: pick([true, false]),
        totalTokens: few(100),
        costUsd: few(100),
      });
    });
  }

  const by = (spans: readonly NarrowSpan[], key: (span: NarrowSpan) => string) =>
    spans.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));

  function expected(spans: readonly NarrowSpan[]) {
    const ordered = by(spans, ({ startedAt, spanId }) => `${startedAt} ${spanId}`);
    const entries = ordered.filter(({ isEntry }) => isEntry);
    const root = entries.find(({ parentSpanId }) => parentSpanId === null) ?? entries[0];
    const isLast = (end: string | null) =>
      ordered.every(({ endedAt, hasOutput }) => !hasOutput || (endedAt ?? "") <= (end ?? ""));
    const last = by(
      ordered.filter(({ hasOutput }) => hasOutput),
      ({ spanId }) => spanId,
    ).find(({ endedAt }) => isLast(endedAt));
    const ancestors = (parentId: string | null, below: readonly string[] = []): readonly string[] => {
      if (parentId === null || below.includes(parentId)) return below;
      const parent = spans.find(({ spanId }) => spanId === parentId);
      return ancestors(parent?.parentSpanId ?? null, [...below, parentId]);
    };
    const sum = (figure: "totalTokens" | "costUsd") => {
      const figured = spans.filter((one) => one[figure] !== null);
      const above = figured.flatMap(({ parentSpanId }) => ancestors(parentSpanId));
      const leaves = figured.filter(({ spanId }) => !above.includes(spanId));
      return leaves.length === 0 ? null : leaves.reduce((total, one) => total + (one[figure] ?? 0), 0);
    };
    const least = (field: "sessionId" | "userId" | "environment") =>
      root?.[field] ?? spans.flatMap((one) => one[field] ?? []).sort()[0] ?? null;
    return {
      rootSpanId: root?.spanId ?? null,
      name: (root ?? ordered[0])?.name,
      status: !root?.endedAt ? "UNSET" : root.status === "ERROR" ? "ERROR" : "OK",
      startedAt: (root ?? ordered[0])?.startedAt,
      endedAt:
        spans
          .flatMap(({ endedAt }) => endedAt ?? [])
          .sort()
          .at(-1) ?? null,
      inputSpanId: (root?.hasInput ? root : ordered.find(({ hasInput }) => hasInput))?.spanId ?? null,
      outputSpanId: (root?.hasOutput ? root : last)?.spanId ?? null,
      totalTokens: sum("totalTokens"),
      costUsd: sum("costUsd"),
      sessionId: least("sessionId"),
      userId: least("userId"),
      environment: least("environment"),
      spanCount: spans.length,
      errorSpans: spans.filter(({ status }) => status === "ERROR").length,
    };
  }

  test.each(["one", "two", "three", "four"])("seed %s", (seed) => {
    random = seededRandom(seed);
    for (let round = 0; round < 250; round++) {
      const spans = randomTrace();
      expect(summaryOf(spans), JSON.stringify(spans)).toMatchObject(expected(spans));
    }
  });
});
