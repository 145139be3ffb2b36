"use client";
import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ShownContent } from "@/app/_components/source/layout";
import { SourcePanel } from "@/app/_components/source/source-panel";
import { Refusal } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Switch } from "@/app/_ui/control/switch";
import { toast } from "@/app/_ui/feedback/toast";
import { updateQueue } from "@/lib/client/annotation";
import type { Queue, SourceLayout } from "@/lib/contracts/annotation/queue-shapes";
import { type LayoutValues, layoutOf, valuesOf } from "./entries";
import { FieldEntries } from "./field-entries";

interface Props {
  queue: Queue;
  content: ShownContent;
  preview: Preview;
}

interface Preview {
  content: Record<string, unknown>;
  at: number;
  count: number;
  onGo: (at: number) => void;
}

/** Which field is what, in which order, under which name, and how it looks on the desk. */
export function LayoutForm({ queue, content, preview }: Props) {
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
      <PreviewPanel preview={preview} layout={layoutOf(values, content)} />
    </div>
  );
}

function PreviewPanel({
  preview: { content, at, count, onGo },
  layout,
}: {
  preview: Preview;
  layout: SourceLayout | null;
}) {
  // Drawn anew when the switch changes, as it is when an item opens.
  const key = `${at} ${layout?.shows_expected}`;
  return (
    <section aria-label="Preview" className="min-w-0 rounded-lg border border-line">
      <header className="flex min-h-11 items-center gap-1 border-b border-line bg-sunk px-4">
        <h2 className="mr-auto text-xs font-medium text-faint">As annotators see it</h2>
        <span className="text-xs text-faint tabular-nums">
          Item {at + 1} of {count}
        </span>
        <IconButton label="Previous item" disabled={at === 0} onClick={() => onGo(at - 1)}>
          <ArrowLeft aria-hidden="true" />
        </IconButton>
        <IconButton label="Next item" disabled={at === count - 1} onClick={() => onGo(at + 1)}>
          <ArrowRight aria-hidden="true" />
        </IconButton>
      </header>
      <div className="p-4">
        <SourcePanel key={key} content={content} layout={layout} />
      </div>
    </section>
  );
}
