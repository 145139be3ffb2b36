"use client";
import { Refusal, useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { quantity } from "@/app/_ui/figure/numbers";
import { containerOf, type SourceChoice } from "../../[queue_id]/_components/adding/source-choice";
import { SourceChooser } from "../../[queue_id]/_components/adding/source-chooser";
import { FormSection } from "./form-section";
import type { NewQueue } from "./new-queue";

interface Props {
  form: SaveForm<NewQueue>;
  /** How many sources are chosen; null while unknown. */
  total: number | null;
}

/** What becomes the queue's items. */
export function SourceSection({ form, total }: Props) {
  const { sources, layout } = form.values;
  const refusal = useRefusal(form, "sources");
  const choose = (next: SourceChoice) => {
    const isOther = next.kind !== sources.kind || containerOf(next) !== containerOf(sources);
    // Another source has other fields.
    form.set({ sources: next, layout: isOther ? null : layout });
  };
  return (
    <FormSection name="source" title="Source" about="Each row, trace, span, session or call becomes one item.">
      <SourceChooser choice={sources} onChange={choose} />
      {total === null ? null : (
        <p role="status" className="text-soft tabular-nums">
          {quantity(total, "item")} will be added.
        </p>
      )}
      <Refusal text={refusal} />
    </FormSection>
  );
}
