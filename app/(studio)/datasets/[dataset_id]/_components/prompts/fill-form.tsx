"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { NumberField } from "@/app/_ui/number-field";
import { CallError, fieldError } from "@/lib/client/call-error";
import { runEstimateQuery, startEvalRun } from "@/lib/client/eval-runs";
import { links } from "@/lib/client/links";
import { Estimate } from "../runs/estimate";
import { microsOf } from "../runs/run-words";

interface Props {
  id: string;
  datasetId: string;
  columnId: string;
  onBusy: (isBusy: boolean) => void;
}

const MOST_ROWS = 200_000;
const AT_ONCE = 20;
const FIELDS = /^(?:ceiling_micros|first_rows|at_once)$/;

/** What filling a column is expected to cost, and within which bounds it is started. */
export function FillForm({ id, datasetId, columnId, onBusy }: Props) {
  const router = useRouter();
  const [rows, setRows] = useState<number | null>(null);
  const [ceiling, setCeiling] = useState("");
  const [atOnce, setAtOnce] = useState<number | null>(AT_ONCE);
  // The same request sent again starts no second run.
  const [mutationId] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation(startEvalRun);
  const what = { dataset_id: datasetId, column_ids: [columnId], ...(rows === null ? {} : { first_rows: rows }) };
  const estimate = useQuery({ ...runEstimateQuery(what), placeholderData: keepPreviousData });
  const micros = microsOf(ceiling);
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || micros === undefined) return;
    onBusy(true);
    mutate(
      { ...what, ceiling_micros: micros, at_once: atOnce ?? AT_ONCE, mutation_id: mutationId },
      {
        onSuccess: ({ run_id }) => router.push(links.evalRun(datasetId, run_id)),
        onError: () => onBusy(false),
      },
    );
  };
  const isShown = error instanceof CallError && Object.keys(error.fields).some((field) => FIELDS.test(field));
  return (
    <form id={id} onSubmit={start} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Estimate found={estimate} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="The first rows alone"
          optional
          hint="Every row unless told."
          error={fieldError(error, "first_rows")}
        >
          <NumberField value={rows} onChange={setRows} min={1} max={MOST_ROWS} unit="rows" />
        </Field>
        <Field label="At once" hint="So many rows are asked at the same time." error={fieldError(error, "at_once")}>
          <NumberField value={atOnce} onChange={setAtOnce} min={1} max={100} unit="rows" />
        </Field>
        <Field
          label="Ceiling, US dollars"
          optional
          hint="The run stops before a cell that could exceed it, and can be gone on with."
          error={micros === undefined ? "An amount, such as 2.50." : fieldError(error, "ceiling_micros")}
        >
          <Input
            inputMode="decimal"
            placeholder="No ceiling"
            value={ceiling}
            onChange={(event) => setCeiling(event.target.value)}
          />
        </Field>
      </div>
      {error && !isShown ? (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      ) : null}
    </form>
  );
}
