"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { quantity } from "@/app/_ui/figure/numbers";
import { useTemplateOptions } from "@/app/(studio)/evaluate/_components/use-template-options";
import { datasetColumnsQuery } from "@/lib/client/datasets";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { evalGroupsQuery } from "@/lib/client/evaluation/groups";
import { links } from "@/lib/client/links";
import { EvaluationForm } from "./evaluation-form";

interface Props {
  datasetId: string;
  /** Names of the dataset's existing evaluations. */
  taken: readonly string[];
  onDone: () => void;
  onCancel: () => void;
}

const GROUP = "group:";

/** Adds a template to a dataset; a group is applied on its own page. */
export function AddEvaluation({ datasetId, taken, onDone, onCancel }: Props) {
  const router = useRouter();
  const [templateId, setTemplateId] = useState<string | null>(null);
  const { options, empty } = useOptions();
  const template = useQuery({ ...evalTemplateQuery(templateId ?? ""), enabled: templateId !== null });
  const columns = useQuery(datasetColumnsQuery(datasetId));
  const choose = (value: string) => {
    if (value.startsWith(GROUP)) router.push(links.applyEvalGroup(value.slice(GROUP.length), datasetId));
    else setTemplateId(value);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Field label="Template or group">
        <SearchSelect
          options={options}
          value={templateId}
          onChange={choose}
          placeholder="Type a name or what it measures"
          empty={empty}
          autoFocus
        />
      </Field>
      {template.isError || columns.isError ? (
        <ErrorState
          title="The template could not be loaded"
          error={template.error ?? columns.error}
          onRetry={() => {
            void template.refetch();
            void columns.refetch();
          }}
        />
      ) : template.data && columns.data ? (
        <EvaluationForm
          key={template.data.id}
          datasetId={datasetId}
          template={template.data}
          columns={columns.data.column_config}
          taken={taken}
          onDone={onDone}
          onCancel={onCancel}
        />
      ) : templateId === null ? (
        <div>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </div>
  );
}

/** The groups and the templates. */
function useOptions() {
  const { options, empty } = useTemplateOptions();
  const groups = useQuery(evalGroupsQuery()).data?.data ?? [];
  const groupOptions = groups.map(({ id, name, evals_count }) => ({
    value: `${GROUP}${id}`,
    label: `Group: ${name}`,
    hint: quantity(evals_count, "template"),
  }));
  return { options: [...groupOptions, ...options], empty };
}
