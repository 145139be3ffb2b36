"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { links } from "@/lib/client/links";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import { FillForm } from "./fill-form";
import { PromptForm } from "./prompt-form";

interface Props {
  datasetId: string;
  /** Null for a new column. */
  column: ConfiguredColumn | null;
  columns: readonly ConfiguredColumn[];
  onClose: () => void;
}

/** A column filled by a model: first its prompt, then its expected cost. */
export function PromptDialog({ datasetId, column, columns, onClose }: Props) {
  const [filling, setFilling] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const runId = column?.run_id;
  const footer = (
    <>
      {runId && filling === null ? (
        <span className="mr-auto">
          <LinkButton href={links.evalRun(datasetId, runId)}>Open the run</LinkButton>
        </span>
      ) : null}
      <Button onClick={onClose}>{filling === null ? "Cancel" : "Not now"}</Button>
      {filling === null ? (
        <Button look="primary" type="submit" form="prompt" busy={isBusy}>
          Save and continue
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
      title={filling ? "Fill the column" : column ? `Prompt of ${column.name}` : "Add a column filled by a model"}
      description={
        filling
          ? "The prompt is saved. The model fills each row in the background."
          : "In a message, {{column}} is replaced by the row's cell. You see the expected cost before anything runs."
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
