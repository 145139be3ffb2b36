"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { datasetColumnsQuery } from "@/lib/client/datasets";
import { applyEvalGroup } from "@/lib/client/evaluation/groups";
import type { ClientInput } from "@/lib/contracts/contract";
import type { applyEvalGroup as contract } from "@/lib/contracts/evaluation/apply-group";
import { type ColumnChoice, mappingOfChoice } from "../../_components/input-columns";
import { inputKeysOf, isOpen } from "../../_components/mapping";
import { filled, type Texts } from "../../playground/_components/form";
import type { GroupDetail } from "./group";

interface ApplyValues extends ColumnChoice {
  datasetId: string | null;
  /** The templates that are left out. */
  left: string[];
  params: Texts;
  model: string;
  localizes: boolean;
}

type Request = ClientInput<typeof contract>;
export type ApplyForm = ReturnType<typeof useApplyForm>;

/** The form that applies a group to a dataset, and what follows from the templates that are taken. */
export function useApplyForm(detail: GroupDetail, datasetId: string | null) {
  const initial: ApplyValues = {
    datasetId,
    left: [],
    chosen: {},
    columnIds: [],
    params: {},
    model: "",
    localizes: false,
  };
  // The operation answers nothing, so that the form has no answer to keep.
  const [isApplied, setApplied] = useState(false);
  const form = useSaveForm({
    initial,
    save: withInput(applyEvalGroup, (values: ApplyValues) => requestOf(values)),
    onSaved: () => setApplied(true),
  });
  const chosenId = form.values.datasetId;
  const table = useQuery({ ...datasetColumnsQuery(chosenId ?? ""), enabled: chosenId !== null });
  const taken = detail.members.filter(({ eval_template_id: id }) => !form.values.left.includes(id));
  const keys = inputKeysOf(taken);
  const open = taken.filter(isOpen);
  const params = Object.entries(detail.function_params_requirements).flatMap(([name, { schema, supported_by }]) =>
    supported_by.some(({ eval_template_id: id }) => taken.some((one) => one.eval_template_id === id))
      ? [[name, schema] as const]
      : [],
  );
  const isJudged = taken.some(({ models }) => models.length > 0);
  const requestOf = ({ left, localizes, model, params: texts, ...values }: ApplyValues): Request => ({
    eval_group_id: detail.eval_group.id,
    page_id: "DATASET",
    filters: {
      dataset_id: values.datasetId ?? "",
      error_localizer: localizes,
      ...(isJudged && model.trim() ? { model: model.trim() } : {}),
    },
    mapping: mappingOfChoice(keys, open.length > 0, table.data?.column_config ?? [], values),
    deselected_evals: left,
    params: filled(
      params.map(([name]) => name),
      texts,
    ),
  });
  return { form, isApplied, table, taken, keys, open, params, isJudged };
}
