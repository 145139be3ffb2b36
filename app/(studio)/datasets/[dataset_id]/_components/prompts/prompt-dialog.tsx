"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { LinkButton } from "@/app/_ui/link-button";
import { links } from "@/lib/client/links";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/table";
import { FillForm } from "./fill-form";
import { PromptForm } from "./prompt-form";

interface Props {
  datasetId: string;
  /** Null for a new one. */
  column: ConfiguredColumn | null;
  columns: readonly ConfiguredColumn[];
  onClose: () => void;
}

/** A column that a model fills: first what it is asked, then what that may cost. */
export function PromptDialog({ datasetId, column, columns, onClose }: Props) {
  const [filling, setFilling] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const runId = column?.run_id;
  const footer = (
    <>
      {runId && filling === null ? (
        <span className="mr-auto">
          <LinkButton href={links.evalRun(datasetId, runId)}>Open its run</LinkButton>
        </span>
      ) : null}
      <Button onClick={onClose}>{filling === null ? "Cancel" : "Not now"}</Button>
      {filling === null ? (
        <Button look="primary" type="submit" form="prompt" busy={isBusy}>
          Save and go on
        </Button>
      ) : (
        <Button look="primary" type="submit" form="fill" busy={isBusy}>
          Fill the rows
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={filling ? "Fill the column" : column ? `Prompt of ${column.name}` : "Add a column that a model fills"}
      description={
        filling
          ? "The prompt is kept. The model is asked for each row, in the background."
          : "In a message, {{column}} stands for the row's own cell. Nothing is asked before you have seen the cost."
      }
      size="large"
      footer={footer}
    >
      {filling ? (
        <FillForm id="fill" datasetId={datasetId} columnId={filling} onBusy={setBusy} />
      ) : (
        <PromptForm
          id="prompt"
          datasetId={datasetId}
          column={column}
          columns={columns}
          onBusy={setBusy}
          onSaved={setFilling}
        />
      )}
    </Dialog>
  );
}
