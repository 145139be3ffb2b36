"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { NumberField } from "@/app/_ui/control/number-field";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { fieldError, formError } from "@/lib/client/call-error";
import { startBackfill } from "@/lib/client/evaluation/tasks";
import type { EvaluationTask } from "@/lib/contracts/evaluation/shapes/task-shapes";
import { PreviewPanel } from "../../_components/preview-panel";

const FIRST_SPANS = 1000;
const MOST_SPANS = 100_000;

const startOf = (day: string): string | null => (day ? new Date(`${day}T00:00:00`).toISOString() : null);

/** Shows the number and cost of past spans, and starts a backfill within limits. */
export function BackfillDialog({ task, onClose }: { task: EvaluationTask; onClose: () => void }) {
  const [since, setSince] = useState("");
  const [until, setUntil] = useState("");
  const [maxSpans, setMaxSpans] = useState(FIRST_SPANS);
  const [ceiling, setCeiling] = useState("");
  const start = useMutation(startBackfill);
  const dollars = ceiling.trim() === "" ? null : Number(ceiling);
  const isNumber = dollars === null || (Number.isFinite(dollars) && dollars >= 0);
  const bounds = { since: startOf(since), until: startOf(until) };
  const save = () => {
    if (!isNumber) return;
    const ceiling_micros = dollars === null ? null : Math.round(dollars * 1_000_000);
    start.mutate({ task_id: task.id, ...bounds, max_spans: maxSpans, ceiling_micros }, { onSuccess: onClose });
  };
  const failure = formError(start.error, ["until", "ceiling_micros"]);
  const preview = {
    project_id: task.project_id,
    filters: {
      ...task.filters,
      ...(bounds.since ? { since: bounds.since } : {}),
      ...(bounds.until ? { until: bounds.until } : {}),
    },
    sampling_rate: task.sampling_rate,
    sampling_unit: task.sampling_unit,
    binding_ids: task.evaluations.map(({ binding_id }) => binding_id),
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Evaluate past spans"
      description="Spans with a score keep it. The backfill runs in the background. You can cancel it."
      footer={
        <Button look="primary" busy={start.isPending} onClick={save}>
          Start
        </Button>
      }
    >
      <div className="grid gap-5">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="From" optional>
            <Input type="date" value={since} onChange={(event) => setSince(event.target.value)} />
          </Field>
          <Field
            label="Until"
            optional
            error={fieldError(start.error, "until")}
            hint="Up to, but not including, this day."
          >
            <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
          </Field>
          <Field label="At most">
            <NumberField
              value={maxSpans}
              min={1}
              max={MOST_SPANS}
              unit="spans"
              onChange={(value) => setMaxSpans(value ?? FIRST_SPANS)}
            />
          </Field>
          <Field
            label="Ceiling, in dollars"
            optional
            hint="The backfill stops at this cost. The gateway's budgets apply in any case."
            error={isNumber ? fieldError(start.error, "ceiling_micros") : "Enter a number of dollars."}
          >
            <Input inputMode="decimal" value={ceiling} onChange={(event) => setCeiling(event.target.value)} />
          </Field>
        </div>
        <PreviewPanel input={preview} />
        {failure ? (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
