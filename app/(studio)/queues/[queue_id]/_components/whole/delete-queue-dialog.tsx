"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Loaded } from "@/app/_components/loaded";
import { TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { toast } from "@/app/_ui/feedback/toast";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { deleteQueue, lossesQuery } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { type Losses, lossesOf } from "./losses-text";

interface Props {
  queue: { id: string; name: string };
  onClose: () => void;
}

/** Says what a permanent deletion deletes. Where there are annotations, it asks for the queue's name. */
export function DeleteQueueDialog({ queue, onClose }: Props) {
  const router = useRouter();
  // Counted again each time: people go on working.
  const losses = useQuery({ ...lossesQuery(queue.id), refetchOnMount: "always" });
  const needsName = (losses.data?.annotations ?? 0) > 0;
  const form = useSaveForm({
    initial: { name: "" },
    save: withInput(deleteQueue, ({ name }: { name: string }) => ({
      queue_id: queue.id,
      force: true as const,
      confirm_name: needsName ? name : queue.name,
    })),
    onSaved: () => {
      toast.done({ title: `${queue.name} was deleted` });
      router.replace(links.queues());
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Delete ${queue.name}?`}
      description="This cannot be undone. An archived queue can be restored, and loses nothing."
      action="Delete queue"
      danger
      form={form}
      disabled={losses.data === undefined || losses.isFetching || (needsName && form.values.name !== queue.name)}
    >
      <Loaded
        found={losses}
        problem="The queue's contents could not be counted"
        skeleton={<Skeleton className="w-64" />}
      >
        {(data) => <Consequences losses={data} />}
      </Loaded>
      {needsName ? (
        <TextField
          form={form}
          name="name"
          at="confirm_name"
          label="Name of the queue"
          hint={`Type “${queue.name}” to delete its annotations.`}
          autoComplete="off"
        />
      ) : null}
    </FormDialog>
  );
}

function Consequences({ losses }: { losses: Losses }) {
  const words = lossesOf(losses);
  if (words.length === 0) return <p>The queue is empty. Its labels stay.</p>;
  return (
    <div>
      <p>Deleted with the queue:</p>
      <ul className="my-1 list-disc pl-5 tabular-nums">
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="text-soft">Its labels and the sources of its items stay.</p>
    </div>
  );
}
