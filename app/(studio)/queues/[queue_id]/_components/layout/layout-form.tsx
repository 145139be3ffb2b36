"use client";
import type { ShownContent } from "@/app/_components/source/layout";
import { Refusal } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Switch } from "@/app/_ui/control/switch";
import { toast } from "@/app/_ui/feedback/toast";
import { updateQueue } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { type LayoutValues, layoutOf, valuesOf } from "./entries";
import { FieldEntries } from "./field-entries";
import { LayoutPreview } from "./layout-preview";

interface Props {
  queue: Queue;
  content: ShownContent;
  /** The items that can be looked at. */
  itemIds: readonly string[];
  /** The index of the item whose fields these are. */
  firstAt: number;
}

/** Which field is what, in which order, under which name, and how it looks on the desk. */
export function LayoutForm({ queue, content, itemIds, firstAt }: Props) {
  const form = useSaveForm<LayoutValues, unknown>({
    initial: valuesOf(content, queue.source_layout),
    save: withInput(updateQueue, (values: LayoutValues) => ({
      queue_id: queue.id,
      source_layout: layoutOf(values, content),
    })),
    onSaved: (_, values) => {
      form.reset(values);
      toast.done({ title: "Layout saved", description: "The desk shows it with the next item that it loads." });
    },
  });
  const { values } = form;
  const hasExpected = values.fields.some(({ role }) => role === "expected");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-2">
      <form
        className="grid h-fit min-w-0 gap-4"
        aria-label="Layout"
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <p className="text-soft">
          The same for every item. Fields that you leave out are not sent to annotators; managers and reviewers can
          still read them.
        </p>
        <FieldEntries fields={values.fields} onChange={(next) => form.set({ fields: next })} />
        {hasExpected ? (
          <Switch
            label="Show the expected answer at once"
            hint="If off, annotators open it by a click, after they have judged."
            checked={values.showsExpected}
            onChange={(showsExpected) => form.set({ showsExpected })}
          />
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" type="submit" disabled={!form.isChanged} busy={form.busy}>
            Save layout
          </Button>
          <Button look="ghost" disabled={form.busy} onClick={() => form.set(valuesOf(content, null))}>
            Back to the source’s own layout
          </Button>
          <Refusal text={form.problem} />
        </div>
      </form>
      <LayoutPreview queueId={queue.id} itemIds={itemIds} firstAt={firstAt} layout={layoutOf(values, content)} />
    </div>
  );
}
