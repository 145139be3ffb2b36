"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Markdown } from "@/app/_ui/text/markdown";
import { updateQueue } from "@/lib/client/annotation";
import { formError } from "@/lib/client/call-error";
import type { Queue } from "@/lib/contracts/annotation/queue-shapes";
import { QueueFields } from "../../_components/queue-fields";
import { changesOf, formOf, type QueueForm, queueFieldNames, settingsOf } from "../../_components/queue-form";

export function SettingsTab({ queue, manages }: { queue: Queue; manages: boolean }) {
  return manages ? <SettingsForm queue={queue} /> : <Settings queue={queue} />;
}

function SettingsForm({ queue }: { queue: Queue }) {
  const saved = formOf(queue);
  // Only unsaved changes, so that another person's saved changes still show up.
  const [changes, setChanges] = useState<Partial<QueueForm>>({});
  const { mutate, isPending, error } = useMutation(updateQueue);
  const form = { ...saved, ...changes };
  const changed = Object.keys(changes).length > 0;
  const problem = formError(error, queueFieldNames);
  return (
    <form
      className="max-w-2xl"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(
          { queue_id: queue.id, ...settingsOf(form) },
          {
            onSuccess: () => {
              setChanges({});
              toast.done({ title: "Settings saved" });
            },
          },
        );
      }}
    >
      <QueueFields form={form} onChange={(next) => setChanges(changesOf(saved, next))} error={error} exists />
      <div className="mt-6 flex items-center gap-3">
        <Button look="primary" type="submit" disabled={!changed} busy={isPending}>
          Save settings
        </Button>
        {problem ? (
          <p role="alert" className="text-xs text-bad">
            {problem}
          </p>
        ) : null}
      </div>
    </form>
  );
}

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
