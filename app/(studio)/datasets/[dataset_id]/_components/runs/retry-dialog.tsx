"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/field";
import { counted } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/form-dialog";
import { Input } from "@/app/_ui/input";
import { costText, usdOfMicros } from "@/app/(studio)/_components/cost";
import { microsText } from "@/app/(studio)/gateway/requests/_components/figures";
import { fieldError } from "@/lib/client/call-error";
import { retryEvalRun } from "@/lib/client/eval-runs";
import type { RunDetail } from "@/lib/contracts/evaluation/run-shapes";
import { microsOf } from "./run-words";

/** Goes on with a run: its errors, and what it had left. */
export function RetryDialog({ run, onClose }: { run: RunDetail; onClose: () => void }) {
  const [ceiling, setCeiling] = useState("");
  const { mutate, isPending, error } = useMutation(retryEvalRun);
  const micros = microsOf(ceiling);
  const retry = () => {
    if (isPending || micros === undefined) return;
    mutate({ run_id: run.id, ...(micros === null ? {} : { ceiling_micros: micros }) }, { onSuccess: onClose });
  };
  const parts = [
    ...(run.error > 0 ? [counted(run.error, "error")] : []),
    ...(run.open > 0 ? [`${counted(run.open, "cell")} never begun`] : []),
  ];
  const standing = run.ceiling_micros === null ? "none" : microsText(run.ceiling_micros);
  return (
    <FormDialog
      onClose={onClose}
      title={run.open > 0 ? "Go on with the run" : "Retry failures"}
      description={`${parts.join(" and ")} under what the run has pinned. What is scored or unscored stays.`}
      size="small"
      action={run.open > 0 ? "Go on" : "Retry"}
      busy={isPending}
      onSubmit={retry}
    >
      <Field
        label="New ceiling, US dollars"
        optional
        hint={`For the run as a whole; it has cost ${costText({ usd: usdOfMicros(run.spent_micros), unpriced: run.unpriced_calls })} so far. The one so far: ${standing}.`}
        error={
          micros === undefined ? "An amount, such as 2.50." : (fieldError(error, "ceiling_micros") ?? error?.message)
        }
      >
        <Input inputMode="decimal" value={ceiling} onChange={(event) => setCeiling(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
