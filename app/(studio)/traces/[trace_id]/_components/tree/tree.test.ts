import { describe, expect, test } from "vitest";
import type { SpanStatus } from "@/lib/contracts/names";
import { flawsOf } from "./flaws";
import { axisOf, barOf } from "./timeline";
import { firstCause, idsAbove, openRows, treeOf } from "./tree";

const span = (span_id: string, parent_span_id: string | null = null, status: SpanStatus = "OK") => ({
  span_id,
  parent_span_id,
  status,
});
const drawn = (rows: ReturnType<typeof treeOf>) =>
  rows.map(({ span: { span_id }, depth, isCircle }) => `${"-".repeat(depth)}${span_id}${isCircle ? " (circle)" : ""}`);

test.each([
  ["nothing", [], []],
  [
    "children after their parent, in order",
    [span("a"), span("b", "a"), span("c", "b"), span("d", "a")],
    ["a", "-b", "--c", "-d"],
  ],
  ["a child that came before its parent", [span("b", "a"), span("a")], ["a", "-b"]],
  ["a parent in another process", [span("b", "gone"), span("c", "b")], ["b", "-c"]],
  ["a span that is its own parent", [span("a", "a"), span("b", "a")], ["a (circle)", "-b"]],
  ["a circle", [span("r"), span("a", "b"), span("b", "a")], ["r", "a (circle)", "-b"]],
])("%s", (_, spans, lines) => {
  expect(drawn(treeOf(spans))).toEqual(lines);
});

test("handles a chain of 20,000 spans", () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => span(`${index}`, index ? `${index - 1}` : null));
  expect(treeOf(chain).at(-1)?.depth).toBe(19_999);
});

describe("a tree", () => {
  const rows = treeOf([span("a"), span("b", "a"), span("c", "b"), span("d", "a"), span("e")]);

  test.each([
    ["nothing", [], ["a", "-b", "--c", "-d", "e"]],
    ["an inner one", ["b"], ["a", "-b", "-d", "e"]],
    ["a root", ["a"], ["a", "e"]],
    ["one inside another", ["a", "b"], ["a", "e"]],
    ["one without children", ["c"], ["a", "-b", "--c", "-d", "e"]],
  ])("folds %s", (_, folded, lines) => {
    expect(drawn(openRows(rows, new Set(folded)))).toEqual(lines);
  });

  test.each([
    ["c", ["b", "a"]],
    ["d", ["a"]],
    ["e", []],
    ["unknown", []],
  ])("the spans above %s are %j", (id, above) => {
    expect(idsAbove(rows, id)).toEqual(above);
  });
});

test.each([
  ["none", [span("a"), span("b", "a")], undefined],
  ["the lowest of a chain", [span("a", null, "ERROR"), span("b", "a", "ERROR"), span("c", "b")], "b"],
  ["the first of several", [span("a", null, "ERROR"), span("b", "a", "ERROR"), span("c", "a", "ERROR")], "b"],
  ["one above spans that are well", [span("a", null, "ERROR"), span("b", "a")], "a"],
])("the first cause of errors: %s", (_, spans, id) => {
  expect(firstCause(treeOf(spans))?.span_id).toBe(id);
});

const at = (second: number | null) => (second === null ? null : new Date(second * 1000).toISOString());
const timed = (from: number | null, to: number | null) => ({ started_at: at(from), ended_at: at(to) });
const YEAR = 365 * 86_400;

test.each([
  ["from the first start to the last end", [timed(3, 4), timed(2, 8)], { from: 2000, to: 8000 }],
  ["of one time", [timed(3, 3), timed(3, 3)], { from: 3000, to: 3000 }],
  [
    "without a clock that is off by a year",
    [timed(3, 4), timed(3 + YEAR, 4 + YEAR), timed(2, 3)],
    { from: 2000, to: 4000 },
  ],
  ["of an end before the start", [timed(3, 1)], { from: 1000, to: 3000 }],
  ["without a time", [timed(null, null)], null],
  ["of nothing", [], null],
])("the axis %s", (_, spans, axis) => {
  expect(axisOf(spans)).toEqual(axis);
});

const axis = { from: 0, to: 8000 };
test.each([
  ["a part", timed(2, 4), axis, { left: 0.25, width: 0.25 }],
  ["one that runs on", timed(4, null), axis, { left: 0.5, width: 0.5 }],
  ["one that ends before it starts", timed(4, 2), axis, { left: 0.5, width: 0 }],
  ["no time at all", timed(3, 3), { from: 3000, to: 3000 }, { left: 0, width: 1 }],
  ["a clock that is off", timed(YEAR, YEAR + 1), axis, null],
  ["no start", timed(null, null), axis, null],
])("a bar for %s", (_, one, of, bar) => {
  expect(barOf(one, of)).toEqual(bar);
});

const whole = (id: string, parent: string | null, from: number | null, to: number | null) => ({
  ...span(id, parent),
  ...timed(from, to),
  name: id,
});
test.each([
  ["nothing", whole("b", "a", 2, 3), {}, []],
  ["a missing parent", whole("b", "gone", 2, 3), {}, ["Its parent gone has not arrived."]],
  ["none in a parent that is not shown", whole("b", "gone", 2, 3), { isWhole: false }, []],
  ["an end before the start", whole("b", "a", 3, 2), {}, ["It ends before it starts."]],
  ["no end", whole("b", "a", 3, null), {}, ["It has not ended, or its end has not arrived."]],
  ["a start before its parent's", whole("b", "a", 0, 2), {}, ["It starts before its parent, so their clocks differ."]],
  [
    "a clock that is off by a year",
    whole("b", "a", YEAR, YEAR + 1),
    {},
    ["Its time is far from that of the other spans. Check its clock."],
  ],
  [
    "a circle",
    whole("b", "b", 2, 3),
    { isCircle: true },
    ["Its parents lead back to itself, so it is shown as a root."],
  ],
])("flaws: %s", (_, one, { isWhole = true, isCircle = false }: { isWhole?: boolean; isCircle?: boolean }, flaws) => {
  const spans = new Map([whole("a", null, 1, 8), one].map((each) => [each.span_id, each]));
  const around = { spans, axis: { from: 0, to: 8000 }, isWhole };
  expect(flawsOf({ span: one, depth: 1, hasChildren: false, isCircle }, around)).toEqual(flaws);
});
