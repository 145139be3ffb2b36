"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { links } from "@/lib/client/links";
import { addTracesToDataset, traceImportQuery } from "@/lib/client/traces";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import type { TraceImport } from "@/lib/contracts/traces/trace-imports";
import { DatasetChoice, hasDestination } from "../../datasets/_components/dataset-choice";
import { type DatasetForm, mappingOf, usualLines } from "./trace-mapping";
import { TraceMappingFields } from "./trace-mapping-fields";
import { TraceRowsPreview } from "./trace-rows-preview";

interface Props {
  chosen: TraceChoice;
  onClose: () => void;
}

const empty: DatasetForm = { destination: "new", dataset_id: null, dataset_name: "", mapping: usualLines };

/** Makes dataset rows of traces: named ones at once, all that match in the background. */
export function AddToDataset({ chosen, onClose }: Props) {
  const [importId, setImportId] = useState<string | null>(null);
  const show = useShownImport();
  const form = useSaveForm({
    initial: empty,
    save: withInput(addTracesToDataset, ({ destination, dataset_id, dataset_name, mapping }: DatasetForm) => ({
      ...(destination === "new" ? { dataset_name } : { dataset_id }),
      ...chosen,
      mapping: mappingOf(mapping),
    })),
    onSaved: (started) => {
      if (started.status === "running") return setImportId(started.id);
      onClose();
      show(started);
    },
  });
  const { mapping } = form.values;
  if (importId) return <ImportProgress importId={importId} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      size="large"
      title="Add to a dataset"
      description="Each trace becomes a row with a link back. Traces whose row is already there are left out."
      action="Add rows"
      form={form}
      disabled={!hasDestination(form.values) || mappingOf(mapping).length === 0}
    >
      <DatasetChoice form={form} />
      <TraceMappingFields form={form} />
      <TraceRowsPreview chosen={chosen} lines={mapping} />
    </FormDialog>
  );
}

const emptyText = (count: number): string =>
  `${quantity(count, "trace")} had no values and ${count === 1 ? "was" : "were"} left out.`;

/** Shows an import's result, with the way to its dataset. */
function useShownImport() {
  const router = useRouter();
  return ({ added, duplicates, empty: none, dataset_id, message, status }: TraceImport) => {
    const left = [
      duplicates > 0 ? `${quantity(duplicates, "duplicate")} left out.` : "",
      none > 0 ? emptyText(none) : "",
      message ?? "",
    ].filter(Boolean);
    const action = { label: "Open the dataset", run: () => router.push(links.dataset(dataset_id)) };
    if (status === "failed") return toast.failed({ title: "Not all rows were added", description: message ?? "" });
    toast.done({
      title: `${quantity(added, "row")} added`,
      ...(left.length > 0 ? { description: left.join(" ") } : {}),
      action,
    });
  };
}

/** How far an import is. It goes on when the dialog is closed. */
function ImportProgress({ importId, onClose }: { importId: string; onClose: () => void }) {
  const router = useRouter();
  const { data } = useQuery(traceImportQuery(importId));
  const isOver = data !== undefined && data.status !== "running";
  return (
    <Dialog
      open
      onOpenChange={(shown) => !shown && onClose()}
      size="small"
      title={isOver ? (data.status === "failed" ? "Not all rows were added" : "Rows added") : "Adding rows"}
      description={isOver ? undefined : "This continues in the background if you close the dialog."}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {data ? (
            <Button look="primary" onClick={() => router.push(links.dataset(data.dataset_id))}>
              Open the dataset
            </Button>
          ) : null}
        </>
      }
    >
      <div role="status" className="grid gap-3">
        <p>
          {data ? `${quantity(data.added, "row")} added of ${quantity(data.looked, "trace")}.` : "Starting…"}
          {data && data.duplicates > 0 ? ` ${quantity(data.duplicates, "duplicate")} left out.` : ""}
          {data && data.empty > 0 ? ` ${emptyText(data.empty)}` : ""}
        </p>
        {data?.message ? <p className="text-bad">{data.message}</p> : null}
      </div>
    </Dialog>
  );
}
