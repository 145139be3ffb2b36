"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { CallError } from "@/lib/client/call-error";
import { runEstimateQuery, startEvalRun } from "@/lib/client/evaluation/runs";
import { links } from "@/lib/client/links";
import { Estimate } from "../runs/estimate";
import { AT_ONCE, AtOnceField, CeilingField, FirstRowsField } from "../runs/run-bounds";
import { microsOf } from "../runs/run-words";

interface Props {
  id: string;
  datasetId: string;
  columnId: string;
  onBusy: (isBusy: boolean) => void;
}

const FIELDS = /^(?:ceiling_micros|first_rows|at_once)$/;

/** The expected cost of filling a column, and the limits of the run. */
export function FillForm({ id, datasetId, columnId, onBusy }: Props) {
  const router = useRouter();
  const [rows, setRows] = useState<number | null>(null);
  const [ceiling, setCeiling] = useState("");
  const [atOnce, setAtOnce] = useState<number | null>(AT_ONCE);
  // Sending the same request again does not start a second run.
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
        <FirstRowsField value={rows} onChange={setRows} refusal={error} />
        <AtOnceField noun="rows" value={atOnce} onChange={setAtOnce} refusal={error} />
        <CeilingField value={ceiling} onChange={setCeiling} refusal={error} />
      </div>
      {error && !isShown ? (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      ) : null}
    </form>
  );
}
