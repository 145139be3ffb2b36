import { expect, test } from "vitest";
import type { ShownContent } from "@/app/_components/source/layout";
import { readContent } from "@/app/_components/source/source-content";
import type { SourceLayout } from "@/lib/contracts/annotation/queues/shapes";
import { layoutOf, valuesOf } from "./entries";

const row = readContent({ type: "dataset_row", fields: { question: "Q", answer: "A" } }) as ShownContent; // safe: not deleted
const trace = readContent({ type: "trace", input: "?", output: "!", model: "m", metadata: { a: 1 } }) as ShownContent; // safe as above
const shown = ({ fields }: ReturnType<typeof valuesOf>) => fields.map(({ field, role }) => `${field} ${role}`);

test("a form starts with all fields unchanged, which is no layout", () => {
  expect(shown(valuesOf(row, null))).toEqual(["question main", "answer main"]);
  expect(shown(valuesOf(trace, null))).toEqual(["Input main", "Output main", "Model aside", "Metadata aside"]);
  expect(layoutOf(valuesOf(row, null), row)).toBeNull();
  expect(layoutOf(valuesOf(trace, null), trace)).toBeNull();
});

test("a layout's entries come first, even for fields that this item lacks", () => {
  const layout: SourceLayout = {
    fields: [
      { field: "answer", role: "context", width: "half", name: "Reply" },
      { field: "gone", role: "main", width: "full" },
    ],
    shows_expected: true,
  };
  const values = valuesOf(row, layout);
  expect(shown(values)).toEqual(["answer context", "gone main", "question main"]);
  expect(layoutOf(values, row)).toEqual({
    fields: [...layout.fields, { field: "question", role: "main", width: "full" }],
    shows_expected: true,
  });
});

test("fields left aside are not saved; a changed order, name or width is", () => {
  const values = valuesOf(trace, null);
  const [input, output, model, metadata] = values.fields;
  if (!input || !output || !model || !metadata) throw new Error("a trace has four fields");
  const saved = layoutOf({ ...values, fields: [output, input, { ...model, role: "context" }, metadata] }, trace);
  expect(saved?.fields.map(({ field, role }) => `${field} ${role}`)).toEqual([
    "Output main",
    "Input main",
    "Model context",
  ]);
  expect(layoutOf({ ...values, fields: [{ ...input, name: "Asked" }, output, model, metadata] }, trace)).not.toBeNull();
  expect(layoutOf({ ...values, fields: [{ ...input, name: "" }, output, model, metadata] }, trace)).toBeNull();
});
