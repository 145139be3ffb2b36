"use client";
import type { ShownContent } from "@/app/_components/source/layout";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Switch } from "@/app/_ui/control/switch";
import { valuesOf } from "../../[queue_id]/_components/layout/entries";
import { FieldEntries } from "../../[queue_id]/_components/layout/field-entries";
import { FormSection } from "./form-section";
import { layoutValuesOf, type NewQueue } from "./new-queue";

interface Props {
  form: SaveForm<NewQueue>;
  /** The first source; null while none is known. */
  content: ShownContent | null;
}

/** Which field of the source is what on the desk. */
export function LayoutSection({ form, content }: Props) {
  const layout = layoutValuesOf(form.values, content);
  return (
    <FormSection
      name="layout"
      title="Layout"
      about="How the desk shows a source. Fields that you leave out are not sent to annotators."
    >
      {layout && content ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <FieldEntries fields={layout.fields} onChange={(fields) => form.set({ layout: { ...layout, fields } })} />
          {layout.fields.some(({ role }) => role === "expected") ? (
            <Switch
              label="Show the expected answer at once"
              hint="If off, annotators open it by a click, after they have judged."
              checked={layout.showsExpected}
              onChange={(showsExpected) => form.set({ layout: { ...layout, showsExpected } })}
            />
          ) : null}
          <Button look="ghost" className="w-fit" onClick={() => form.set({ layout: valuesOf(content, null) })}>
            Back to the source’s own layout
          </Button>
        </div>
      ) : (
        <p className="text-soft">Choose a source first. You edit the layout next to its first item.</p>
      )}
    </FormSection>
  );
}
