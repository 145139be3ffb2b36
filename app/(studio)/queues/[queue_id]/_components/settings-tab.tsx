"use client";
import { useEffect, useRef } from "react";
import { Markdown } from "@/app/_components/source/markdown/markdown";
import { Refusal } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { updateQueue } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { QueueFields } from "../../_components/queue-fields";
import { changesOf, formOf, type QueueForm, settingsOf } from "../../_components/queue-form";

export function SettingsTab({ queue, manages }: { queue: Queue; manages: boolean }) {
  return manages ? <SettingsForm queue={queue} /> : <Settings queue={queue} />;
}

function SettingsForm({ queue }: { queue: Queue }) {
  const saved = formOf(queue);
  const form = useSaveForm({
    initial: saved,
    // Only what was changed here: another person may have changed other settings meanwhile.
    save: withInput(updateQueue, (values: QueueForm) => ({
      queue_id: queue.id,
      ...changesOf(settingsOf(saved), settingsOf(values)),
    })),
    onSaved: () => toast.done({ title: "Settings saved" }),
  });
  const shown = useRef(saved);
  useEffect(() => {
    // What another person saved shows up in the fields that are unchanged here.
    if (form.busy || isEmpty(changesOf(shown.current, saved))) return;
    const changes = changesOf(shown.current, form.values);
    shown.current = saved;
    form.reset(saved);
    form.set(changes);
  });
  return (
    <form
      className="max-w-2xl"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <QueueFields form={form} />
      <div className="mt-6 flex items-center gap-3">
        <Button look="primary" type="submit" disabled={!form.isChanged} busy={form.busy}>
          Save settings
        </Button>
        <Refusal text={form.problem} />
      </div>
    </form>
  );
}

const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;

function Settings({ queue }: { queue: Queue }) {
  return (
    <div className="grid max-w-2xl gap-6">
      <DefinitionList
        entries={[
          { term: "Annotations per item", value: queue.annotations_required },
          { term: "Reservation", value: quantity(queue.reservation_timeout_minutes, "minute") },
          { term: "Items", value: queue.auto_assign ? "Anyone may take any item" : "Only assigned items" },
          { term: "Review", value: queue.requires_review ? "Before an item counts as completed" : "None" },
        ]}
      />
      {queue.instructions ? <Markdown text={queue.instructions} /> : <p className="text-soft">No instructions.</p>}
    </div>
  );
}
