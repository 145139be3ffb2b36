"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { links } from "@/lib/client/links";
import { AddMenu } from "./add-menu";
import { DatasetMenu } from "./dataset-menu";
import type { DatasetTable } from "./dataset-rows";
import { PromptDialog } from "./prompts/prompt-dialog";
import { QueueDialog } from "./queue-dialog";
import { EvaluateDialog } from "./runs/evaluate-dialog";

interface Props {
  datasetId: string;
  /** Undefined until loaded. */
  table: DatasetTable | undefined;
}

/** The buttons of a dataset, and the dialogs that they open. */
export function DatasetActions({ datasetId, table }: Props) {
  const { get, set } = useAddress();
  const router = useRouter();
  // Opens at once, without a round trip.
  const [isQueueing, setQueueing] = useState(get("queue") !== undefined);
  const dataset = table && { id: datasetId, name: table.metadata.dataset_name };
  const newQueue = links.newQueue({ dataset: datasetId, ...(dataset ? { name: dataset.name } : {}) });
  const setEvaluating = (shown: boolean) => set({ evaluate: shown ? "1" : null }, { keepsBack: false });
  useShortcuts("Page", [
    { keys: "e", description: "Evaluate the rows", run: () => setEvaluating(true) },
    { keys: "q", description: "Create a queue of the rows", run: () => router.push(newQueue) },
  ]);
  const closeQueue = () => {
    setQueueing(false);
    if (get("queue")) set({ queue: null }, { keepsBack: false });
  };
  return (
    <>
      {dataset && table ? (
        <>
          <DatasetMenu dataset={dataset} onQueue={() => setQueueing(true)} />
          <AddMenu datasetId={datasetId} shownRows={table.metadata.total_rows} columns={namesOf(table)} />
          <LinkButton keys="q" href={newQueue}>
            Create a queue
          </LinkButton>
          <Button look="primary" keys="e" onClick={() => setEvaluating(true)}>
            Evaluate
          </Button>
          <OpenPrompt datasetId={datasetId} columns={table.column_config} />
          {isQueueing ? <QueueDialog dataset={dataset} onClose={closeQueue} /> : null}
        </>
      ) : null}
      {get("evaluate") ? <EvaluateDialog datasetId={datasetId} onClose={() => setEvaluating(false)} /> : null}
    </>
  );
}

/** Of the columns that people fill. */
const namesOf = ({ column_config }: DatasetTable): string[] =>
  column_config.flatMap(({ name, origin_type }) => (origin_type.startsWith("evaluation") ? [] : name));

/** The prompt in the address: of a column, or of a new one. */
function OpenPrompt({ datasetId, columns }: { datasetId: string; columns: DatasetTable["column_config"] }) {
  const { get, set } = useAddress();
  const prompt = get("prompt");
  const column = columns.find(({ id, origin_type }) => id === prompt && origin_type === "run_prompt");
  if (prompt !== "new" && !column) return null;
  return (
    <PromptDialog
      // The column's data changes while the dialog is open.
      key={prompt}
      datasetId={datasetId}
      column={column ?? null}
      columns={columns}
      onClose={() => set({ prompt: null }, { keepsBack: false })}
    />
  );
}
