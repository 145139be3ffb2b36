"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { costText, usdOfMicros } from "@/app/(studio)/_components/cost";
import { microsText } from "@/app/(studio)/gateway/requests/_components/figures";
import { retryEvalRun } from "@/lib/client/evaluation/runs";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { AmountField } from "./amount-field";
import { microsOf } from "./run-words";

/** Resumes a run: its errors, and its remaining cells. */
export function RetryDialog({ run, onClose }: { run: RunDetail; onClose: () => void }) {
  const form = useSaveForm({
    initial: { ceiling: "" },
    save: withInput(retryEvalRun, ({ ceiling }: { ceiling: string }) => {
      const ceiling_micros = microsOf(ceiling) ?? null;
      return { run_id: run.id, ...(ceiling_micros === null ? {} : { ceiling_micros }) };
    }),
    onSaved: onClose,
  });
  const parts = [
    ...(run.error > 0 ? [quantity(run.error, "error")] : []),
    ...(run.open > 0 ? [quantity(run.open, "remaining cell")] : []),
  ];
  const cost = costText({ usd: usdOfMicros(run.spent_micros), unpriced: run.unpriced_calls });
  const current = run.ceiling_micros === null ? "none" : microsText(run.ceiling_micros);
  return (
    <FormDialog
      onClose={onClose}
      title={run.open > 0 ? "Resume the run" : "Retry failures"}
      description={`Runs ${parts.join(" and ")} with the run's pinned versions. Scored and unscored cells stay.`}
      size="small"
      action={run.open > 0 ? "Resume" : "Retry"}
      form={form}
      disabled={microsOf(form.values.ceiling) === undefined}
    >
      <AmountField
        form={form}
        name="ceiling"
        value={form.values.ceiling}
        label="New ceiling, US dollars"
        hint={`For the whole run. Cost so far: ${cost}. Current ceiling: ${current}.`}
      />
    </FormDialog>
  );
}
