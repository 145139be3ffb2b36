import { expect, test } from "vitest";
import { barOf, treeOf } from "./tree";

const span = (span_id: string, parent_span_id: string | null = null) => ({ span_id, parent_span_id });
const drawn = (spans: ReturnType<typeof span>[]) =>
  treeOf(spans).map(({ span: { span_id }, depth }) => `${"-".repeat(depth)}${span_id}`);

test.each([
  ["nothing", [], []],
  [
    "children after their parent, in order",
    [span("a"), span("b", "a"), span("c", "b"), span("d", "a")],
    ["a", "-b", "--c", "-d"],
  ],
  ["a child that came before its parent", [span("b", "a"), span("a")], ["a", "-b"]],
  ["a parent in another process", [span("b", "gone"), span("c", "b")], ["b", "-c"]],
  ["a span that is its own parent", [span("a", "a"), span("b", "a")], ["a", "-b"]],
  ["a circle", [span("r"), span("a", "b"), span("b", "a")], ["r", "a", "-b"]],
])("%s", (_, spans, lines) => {
  expect(drawn(spans)).toEqual(lines);
});

test("handles a deep chain", () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => span(`${index}`, index ? `${index - 1}` : null));
  expect(treeOf(chain).at(-1)?.depth).toBe(19_999);
});

const at = (second: number | null) => (second === null ? null : new Date(second * 1000).toISOString());
const timed = (from: number | null, to: number | null) => ({ started_at: at(from), ended_at: at(to) });
test.each([
  ["a part", timed(2, 4), timed(0, 8), { left: 0.25, width: 0.25 }],
  ["one that runs on", timed(4, null), timed(0, 8), { left: 0.5, width: 0.5 }],
  ["of no time at all", timed(3, 3), timed(3, 3), { left: 0, width: 1 }],
  ["outside of its trace", timed(-4, 20), timed(0, 8), { left: 0, width: 1 }],
  ["without a time", timed(null, null), timed(0, 8), null],
])("a bar of %s", (_, one, trace, bar) => {
  expect(barOf(one, trace)).toEqual(bar);
});
