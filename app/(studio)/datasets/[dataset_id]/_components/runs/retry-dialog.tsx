"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { costText, usdOfMicros } from "@/app/(studio)/_components/cost";
import { microsText } from "@/app/(studio)/gateway/requests/_components/figures";
import { fieldError } from "@/lib/client/call-error";
import { retryEvalRun } from "@/lib/client/evaluation/runs";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { microsOf } from "./run-words";

/** Resumes a run: its errors, and its remaining cells. */
export function RetryDialog({ run, onClose }: { run: RunDetail; onClose: () => void }) {
  const [ceiling, setCeiling] = useState("");
  const { mutate, isPending, error } = useMutation(retryEvalRun);
  const micros = microsOf(ceiling);
  const retry = () => {
    if (isPending || micros === undefined) return;
    mutate({ run_id: run.id, ...(micros === null ? {} : { ceiling_micros: micros }) }, { onSuccess: onClose });
  };
  const parts = [
    ...(run.error > 0 ? [quantity(run.error, "error")] : []),
    ...(run.open > 0 ? [`${quantity(run.open, "remaining cell")}`] : []),
  ];
  const current = run.ceiling_micros === null ? "none" : microsText(run.ceiling_micros);
  return (
    <FormDialog
      onClose={onClose}
      title={run.open > 0 ? "Resume the run" : "Retry failures"}
      description={`Runs ${parts.join(" and ")} with the run's pinned versions. Scored and unscored cells stay.`}
      size="small"
      action={run.open > 0 ? "Resume" : "Retry"}
      form={{ submit: retry, busy: isPending, problem: null }}
    >
      <Field
        label="New ceiling, US dollars"
        optional
        hint={`For the whole run. Cost so far: ${costText({ usd: usdOfMicros(run.spent_micros), unpriced: run.unpriced_calls })}. Current ceiling: ${current}.`}
        error={
          micros === undefined
            ? "Enter an amount, such as 2.50."
            : (fieldError(error, "ceiling_micros") ?? error?.message)
        }
      >
        <Input inputMode="decimal" value={ceiling} onChange={(event) => setCeiling(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
