import { expect, test } from "vitest";
import type { LayoutField, SourceLayout } from "@/lib/contracts/annotation/queues/shapes";
import { placed, type ShownContent } from "./layout";
import { readContent } from "./source-content";

const row = readContent({
  type: "dataset_row",
  dataset_name: "Chats",
  fields: { policy: "P", question: "Q", answer: "A", judge: "J", expected: "E" },
}) as ShownContent; // safe: it is not deleted
const span = readContent({ type: "trace", input: "?", output: "!", model: "m", metadata: { a: 1 } }) as ShownContent; // safe as above

const layoutOf = (...fields: [string, LayoutField["role"], Partial<LayoutField>?][]): SourceLayout => ({
  fields: fields.map(([field, role, more]) => ({ field, role, width: "full", ...more })),
  shows_expected: false,
});
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test("a source without a layout is unchanged", () => {
  expect(names(placed(row, null).main)).toEqual(["policy", "question", "answer", "judge", "expected"]);
  expect(names(placed(span, null).facts)).toEqual(["Model"]);
  expect(names(placed(span, null).details)).toEqual(["Metadata"]);
});

test("listed fields come first, in order, with their names and widths; the others follow", () => {
  const layout = layoutOf(
    ["answer", "main", { name: "The reply", width: "half" }],
    ["question", "main", { name: "" }],
    ["policy", "context"],
    ["expected", "expected"],
    ["judge", "hidden"],
    ["gone", "main"],
  );
  const { main, context, expected } = placed(row, layout);
  expect(main).toEqual([
    { field: "answer", name: "The reply", text: "A", isHalf: true },
    { field: "question", name: "question", text: "Q", isHalf: false },
  ]);
  expect([names(context), names(expected)]).toEqual([["policy"], ["expected"]]);
  expect(names(placed(row, layoutOf(["judge", "context"])).main)).toEqual(["policy", "question", "answer", "expected"]);
});

test("facts and details can be moved to main or context, or hidden", () => {
  const { main, context, facts, details } = placed(span, layoutOf(["Model", "context"], ["Metadata", "hidden"]));
  expect([names(main), names(context), facts, details]).toEqual([["Input", "Output"], ["Model"], [], []]);
});
