"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRequestId } from "@/app/_components/use-request-id";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { runEstimateQuery, startEvalRun } from "@/lib/client/evaluation/runs";
import { links } from "@/lib/client/links";
import { microsOf } from "./run-words";

export interface RunForm {
  /** Empty for the rows as they are. */
  version: string;
  /** Null for all rows. */
  first_rows: number | null;
  /** Evaluations only. */
  repeats: number | null;
  /** In dollars, as typed. */
  ceiling: string;
  at_once: number | null;
}

/** The default concurrency. */
const AT_ONCE = 20;
const initial: RunForm = { version: "", first_rows: null, repeats: 1, ceiling: "", at_once: AT_ONCE };

/** What a run works on: evaluations, or a column that a model fills. */
type Work = { user_eval_ids: string[] } | { column_ids: string[] };

/** The form that starts a run and opens it, and what the run would cost. */
export function useRunForm(datasetId: string, work: Work) {
  const router = useRouter();
  // Sending the same request again does not start a second run.
  const requestId = useRequestId();
  const whatOf = ({ version, first_rows, repeats }: RunForm) => ({
    dataset_id: datasetId,
    ...work,
    ...(version === "" ? {} : { dataset_version_id: version }),
    ...(first_rows === null ? {} : { first_rows }),
    ...("user_eval_ids" in work ? { repeats: repeats ?? 1 } : {}),
  });
  const form = useSaveForm({
    initial,
    save: withInput(startEvalRun, (values: RunForm) => ({
      ...whatOf(values),
      ceiling_micros: microsOf(values.ceiling) ?? null,
      at_once: values.at_once ?? AT_ONCE,
      mutation_id: requestId(values),
    })),
    onSaved: ({ run_id }) => router.push(links.evalRun(datasetId, run_id)),
  });
  const hasWork = Object.values(work).some((ids) => ids.length > 0);
  const estimate = useQuery({
    ...runEstimateQuery(whatOf(form.values)),
    enabled: hasWork,
    placeholderData: keepPreviousData,
  });
  return { form, estimate, mayStart: hasWork && microsOf(form.values.ceiling) !== undefined };
}
