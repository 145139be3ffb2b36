"use client";
import { useState } from "react";
import { LinkButton } from "@/app/_ui/button/link-button";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { links } from "@/lib/client/links";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import { useRunForm } from "../runs/use-run-form";
import { FillFields } from "./fill-fields";
import { temperatureOf } from "./prompt-draft";
import { PromptFields } from "./prompt-fields";
import { usePromptForm } from "./use-prompt-form";

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
  const prompt = usePromptForm(datasetId, column, ({ column_id }) => setFilling(column_id));
  const run = useRunForm(datasetId, { column_ids: filling ? [filling] : [] });
  if (filling)
    return (
      <FormDialog
        onClose={onClose}
        title="Fill the column"
        description="The prompt is saved. The model fills each row in the background."
        size="large"
        action="Fill the rows"
        cancel="Not now"
        form={run.form}
        disabled={!run.mayStart}
      >
        <FillFields run={run} />
      </FormDialog>
    );
  return (
    <FormDialog
      onClose={onClose}
      title={column ? `Prompt of ${column.name}` : "Add a column filled by a model"}
      description="In a message, {{column}} is replaced by the row's cell. You see the expected cost before anything runs."
      size="large"
      action="Save and continue"
      form={prompt}
      disabled={temperatureOf(prompt.values.temperature) === undefined}
      aside={
        column?.run_id ? <LinkButton href={links.evalRun(datasetId, column.run_id)}>Open the run</LinkButton> : null
      }
    >
      <PromptFields form={prompt} columns={columns.flatMap(({ id, name }) => (id === column?.id ? [] : name))} />
    </FormDialog>
  );
}
