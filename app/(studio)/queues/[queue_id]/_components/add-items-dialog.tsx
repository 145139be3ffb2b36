"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, LinkButton } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { EmptyState } from "@/app/_ui/empty-state";
import { Field } from "@/app/_ui/field";
import { ProgressBar } from "@/app/_ui/progress-bar";
import { RadioGroup } from "@/app/_ui/radio-group";
import { Select } from "@/app/_ui/select";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { RowChooser } from "./row-chooser";
import { useAddRows } from "./use-add-rows";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  queueId: string;
}

const scopes = [
  { value: "all", label: "All rows", hint: "Rows that are in the queue already are left out." },
  { value: "chosen", label: "Rows that I choose" },
] as const;

/** Brings rows of a dataset into the queue. */
export function AddItemsDialog({ open, onOpenChange, queueId }: Props) {
  const datasets = useQuery({ ...datasetChoicesQuery(), enabled: open });
  const [datasetId, setDatasetId] = useState<string | null>(null);
  const [scope, setScope] = useState<"all" | "chosen">("all");
  const [rows, setRows] = useState<Set<string>>(new Set());
  const close = () => {
    onOpenChange(false);
    setRows(new Set());
    adding.reset();
  };
  const adding = useAddRows(queueId, close);
  const options = (datasets.data?.datasets ?? []).map(({ dataset_id, name }) => ({ value: dataset_id, label: name }));
  const ready = datasetId !== null && (scope === "all" || rows.size > 0);
  const verb = scope === "all" ? "Add all rows" : `Add ${rows.size} ${rows.size === 1 ? "row" : "rows"}`;
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => (shown ? onOpenChange(true) : close())}
      title="Add items"
      description="Each row of a dataset becomes one item."
      size="large"
      footer={
        <>
          {adding.error ? (
            <p role="alert" className="mr-auto text-xs text-bad">
              {adding.error.message} What was added before stays; adding again goes on from there.
            </p>
          ) : null}
          {adding.progress ? (
            <span className="mr-auto flex items-center gap-3 text-soft tabular-nums">
              <ProgressBar
                className="w-32"
                label="Rows added"
                value={adding.progress.done}
                max={adding.progress.total}
              />
              {adding.progress.done} of {adding.progress.total}
            </span>
          ) : null}
          <Button onClick={adding.isPending ? adding.stop : close}>{adding.isPending ? "Stop" : "Cancel"}</Button>
          <Button
            look="primary"
            disabled={!ready}
            busy={adding.isPending}
            onClick={() => datasetId && adding.add(datasetId, scope === "all" ? null : [...rows])}
          >
            {verb}
          </Button>
        </>
      }
    >
      {datasets.data && options.length === 0 ? (
        <EmptyState
          title="There is no dataset yet"
          action={
            <LinkButton look="primary" href={links.importDataset()}>
              Import a dataset
            </LinkButton>
          }
        >
          Bring in a CSV or JSON file first; its rows can then be annotated.
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          <Field label="Dataset">
            <Select
              value={datasetId}
              options={options}
              placeholder={datasets.isPending ? "Loading" : "Choose a dataset"}
              onChange={(id) => {
                setDatasetId(id);
                setRows(new Set());
              }}
            />
          </Field>
          <RadioGroup label="Which rows" value={scope} options={scopes} onChange={setScope} />
          {datasetId && scope === "chosen" ? (
            <RowChooser key={datasetId} datasetId={datasetId} chosen={rows} onChange={setRows} />
          ) : null}
        </div>
      )}
    </Dialog>
  );
}
