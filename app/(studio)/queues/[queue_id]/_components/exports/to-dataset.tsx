"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RadioField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import {
  DatasetChoice,
  type DatasetDestination,
  hasDestination,
} from "@/app/(studio)/datasets/_components/dataset-choice";
import { exportToDataset } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";

interface ToDatasetForm extends DatasetDestination {
  status: "completed" | "all";
}

const statuses = [
  { value: "completed", label: "Completed items" },
  { value: "all", label: "All items" },
] as const;

/** Writes the items and what people answered into a dataset, to evaluate against or to annotate again. */
export function ToDataset({ queue }: { queue: Queue }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="to-dataset" className="grid gap-2">
      <h2 id="to-dataset" className="text-base font-medium">
        To a dataset
      </h2>
      <p className="text-soft">
        One row per item, with its source, its answers and its review. A later export into the same dataset updates its
        rows and adds new ones.
      </p>
      <div>
        <Button onClick={() => setOpen(true)}>Export to a dataset</Button>
      </div>
      {isOpen ? <ToDatasetDialog queue={queue} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

function ToDatasetDialog({ queue, onClose }: { queue: Queue; onClose: () => void }) {
  const router = useRouter();
  const initial: ToDatasetForm = {
    destination: "new",
    dataset_id: null,
    dataset_name: `${queue.name}, annotated`.slice(0, 255),
    status: "completed",
  };
  const form = useSaveForm({
    initial,
    save: withInput(exportToDataset, ({ destination, dataset_id, dataset_name, status }: ToDatasetForm) => ({
      queue_id: queue.id,
      ...(destination === "new" ? { dataset_name } : { dataset_id }),
      status_filter: status,
    })),
    onSaved: ({ dataset_id, rows_created, rows_updated }) => {
      onClose();
      toast.done({
        title: `${quantity(rows_created, "row")} added`,
        ...(rows_updated > 0 ? { description: `${quantity(rows_updated, "row")} updated.` } : {}),
        action: { label: "Open the dataset", run: () => router.push(links.dataset(dataset_id)) },
      });
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Export to a dataset"
      action="Export"
      form={form}
      disabled={!hasDestination(form.values)}
    >
      <DatasetChoice form={form} />
      <RadioField form={form} name="status" label="Items" options={statuses} />
    </FormDialog>
  );
}
