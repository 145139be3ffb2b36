"use client";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import type { InputKey } from "../../_components/mapping";
import { RowFields } from "./row-fields";
import { SpanFields } from "./span-fields";
import type { Fill, Source } from "./use-fill";

const sources: readonly { value: Source; label: string; hint: string }[] = [
  { value: "hand", label: "Typed text", hint: "You type each input" },
  { value: "row", label: "A dataset row", hint: "Columns fill the inputs, row by row" },
  { value: "span", label: "A trace", hint: "A span fills the inputs, like in a task" },
];

interface Props {
  fill: Fill;
  keys: readonly InputKey[];
}

/** The source of the inputs, their mapping, and buttons to the next row or span. */
export function FillFields({ fill, keys }: Props) {
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-lg border border-line p-4">
      <legend className="sr-only">Source of the inputs</legend>
      <Field label="Fill inputs from">
        <Select value={fill.source} options={sources} onChange={fill.choose} />
      </Field>
      {fill.source === "row" ? <RowFields fill={fill} keys={keys} /> : null}
      {fill.source === "span" ? <SpanFields fill={fill} keys={keys} /> : null}
    </fieldset>
  );
}
