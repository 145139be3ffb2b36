"use client";
import { NumberInput, TextField } from "@/app/_form/fields";
import { type SaveForm, useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { AmountField } from "@/app/(studio)/datasets/[dataset_id]/_components/runs/amount-field";
import { microsOf } from "@/app/(studio)/datasets/[dataset_id]/_components/runs/run-words";
import { startBackfill } from "@/lib/client/evaluation/tasks";
import type { EvaluationTask } from "@/lib/contracts/evaluation/shapes/task-shapes";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { PreviewPanel } from "../../_components/preview-panel";

interface BackfillForm {
  /** Days, as the browser's input writes them. */
  since: string;
  until: string;
  max_spans: number | null;
  /** In dollars, as typed. */
  ceiling: string;
}

const FIRST_SPANS = 1000;
const MOST_SPANS = 100_000;
const initial: BackfillForm = { since: "", until: "", max_spans: FIRST_SPANS, ceiling: "" };

const startOf = (day: string): string | null => (day ? new Date(`${day}T00:00:00`).toISOString() : null);

interface Props {
  task: EvaluationTask;
  /** The traces whose spans alone are evaluated. */
  traces?: TraceChoice;
  onClose: () => void;
  onStarted?: () => void;
}

/** Shows the number and cost of past spans, and starts a backfill within limits. */
export function BackfillDialog({ task, traces, onClose, onStarted }: Props) {
  const form = useSaveForm({
    initial,
    save: withInput(startBackfill, ({ since, until, max_spans, ceiling }: BackfillForm) => ({
      task_id: task.id,
      ...(traces ? { traces } : {}),
      since: startOf(since),
      until: startOf(until),
      max_spans: max_spans ?? FIRST_SPANS,
      ceiling_micros: microsOf(ceiling) ?? null,
    })),
    onSaved: () => {
      onClose();
      onStarted?.();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={traces ? `Evaluate with ${task.name}` : "Evaluate past spans"}
      description="Spans with a score keep it. The backfill runs in the background. You can cancel it."
      action="Start"
      form={form}
      disabled={microsOf(form.values.ceiling) === undefined}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {traces ? null : <PeriodFields form={form} />}
        <NumberInput form={form} name="max_spans" label="At most" min={1} max={MOST_SPANS} unit="spans" />
        <AmountField
          form={form}
          name="ceiling"
          value={form.values.ceiling}
          label="Ceiling, in dollars"
          hint="The backfill stops at this cost. The gateway's budgets apply in any case."
        />
      </div>
      <PreviewPanel input={{ ...previewOf(task, form.values), ...(traces ? { traces } : {}) }} />
    </FormDialog>
  );
}

const PeriodFields = ({ form }: { form: SaveForm<BackfillForm> }) => (
  <>
    <TextField form={form} name="since" label="From" optional type="date" />
    <TextField form={form} name="until" label="Until" optional hint="Up to, but not including, this day." type="date" />
  </>
);

function previewOf(task: EvaluationTask, values: BackfillForm) {
  const [since, until] = [startOf(values.since), startOf(values.until)];
  return {
    project_id: task.project_id,
    filters: { ...task.filters, ...(since ? { since } : {}), ...(until ? { until } : {}) },
    sampling_rate: task.sampling_rate,
    sampling_unit: task.sampling_unit,
    binding_ids: task.evaluations.map(({ binding_id }) => binding_id),
  };
}
