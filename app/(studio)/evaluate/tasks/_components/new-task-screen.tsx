"use client";
import { useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAddress } from "@/app/_components/use-address";
import { draftsOf } from "@/app/_form/draft-store";
import { LeaveForm } from "@/app/_form/leave-form";
import { useDrafted } from "@/app/_form/use-drafted";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Switch } from "@/app/_ui/control/switch";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { fieldError, formError } from "@/lib/client/call-error";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { createEvalTask } from "@/lib/client/evaluation/tasks";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { projectChoicesQuery } from "@/lib/client/traces";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { keysOf } from "../../playground/_components/form";
import {
  type EvaluationDraft,
  evaluationsOf,
  filtersOf,
  mappingFor,
  newDraft,
  newEvaluation,
  previewOf,
  type TaskDraft,
} from "./draft";
import { EvaluationFields } from "./evaluation-fields";
import { FilterFields } from "./filter-fields";
import { PreviewPanel } from "./preview-panel";

const drafts = draftsOf<TaskDraft>();
const parent = { href: links.evalTasks(), label: "Tasks" };

export function NewTaskScreen({ role }: { role: OrganizationRole }) {
  const { get } = useAddress();
  const router = useRouter();
  const projectId = get("project");
  const {
    form: draft,
    change,
    isChanged,
    forget,
  } = useDrafted(drafts, links.newEvalTask(), () => newDraft(projectId ?? null), projectId);
  const projects = useQuery(projectChoicesQuery());
  const found = useQueries({
    queries: draft.evaluations.map(({ templateId }) => ({
      ...evalTemplateQuery(templateId ?? ""),
      enabled: templateId !== undefined,
    })),
  });
  const create = useMutation(createEvalTask);
  // A template's usual inputs have a default mapping until the person changes it.
  const evaluations = draft.evaluations.map((one, index) => {
    const template = one.templateId ? found[index]?.data : undefined;
    return template ? { ...one, mapping: { ...mappingFor(keysOf(template)), ...one.mapping } } : one;
  });
  const shown = { ...draft, evaluations };
  const isComplete = (one: EvaluationDraft): boolean => {
    const template = found[evaluations.findIndex(({ key }) => key === one.key)]?.data;
    const isMapped = (key: string) => template?.optional_keys.includes(key) || (one.mapping[key] ?? "").trim() !== "";
    return template?.required_keys.every(isMapped) ?? false;
  };
  const setEvaluation = (next: EvaluationDraft) =>
    change({ evaluations: evaluations.map((one) => (one.key === next.key ? next : one)) });
  const may = mayWrite(role);
  const save = () => {
    if (!may || !draft.projectId || create.isPending) return;
    const { name, continuous, percent, unit } = draft;
    const input = {
      name: name.trim() || "Evaluation of spans",
      project_id: draft.projectId,
      filters: filtersOf(draft),
      sampling_rate: percent / 100,
      sampling_unit: unit,
      continuous,
      evaluations: evaluationsOf(shown),
    };
    const onSuccess = ({ id }: { id: string }) => {
      forget();
      router.push(links.evalTask(id));
    };
    create.mutate(input, { onSuccess });
  };
  useShortcuts("Page", [
    { keys: "mod+enter", description: "Create the task, also while typing", run: save, whileTyping: true },
  ]);
  const options = (projects.data?.results ?? []).map(({ id, name, trace_count }) => ({
    value: id,
    label: name,
    hint: `${trace_count.toLocaleString("en")} traces`,
  }));
  const errorFields = ["name", "project_id", ...evaluations.flatMap((_, at) => [`evaluations.${at}.mapping`])];
  const failure = formError(create.error, errorFields);
  return (
    <>
      <PageHeader
        title="Evaluate spans"
        parent={parent}
        description="A task runs evaluations on the spans of a project. It pins their versions, models and mappings."
      />
      {projects.data && options.length === 0 ? (
        <EmptyState title="No projects yet">
          The first spans create a project. Send them through OpenTelemetry, or call models through the gateway.
        </EmptyState>
      ) : (
        <form
          className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field label="Name" error={fieldError(create.error, "name")} optional>
                <Input
                  value={draft.name}
                  placeholder="Evaluation of spans"
                  onChange={(event) => change({ name: event.target.value })}
                />
              </Field>
              <Field
                label="Project"
                error={fieldError(create.error, "project_id")}
                hint="The gateway's calls are a project, too."
              >
                <SearchSelect
                  options={options}
                  value={draft.projectId}
                  onChange={(projectId) => change({ projectId })}
                  placeholder="Type a name"
                  empty={projects.isPending ? "Loading…" : "No results"}
                />
              </Field>
            </div>
            <FilterFields draft={draft} onChange={change} />
            <section aria-label="Evaluations" className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <h2 className="text-base font-medium">Evaluations</h2>
              {evaluations.map((one, index) => {
                const query = found[index];
                return query ? (
                  <EvaluationFields
                    key={one.key}
                    draft={one}
                    index={index}
                    found={query}
                    error={create.error}
                    onChange={setEvaluation}
                    onRemove={
                      evaluations.length > 1
                        ? () => change({ evaluations: evaluations.filter(({ key }) => key !== one.key) })
                        : null
                    }
                  />
                ) : null;
              })}
              <div>
                <Button
                  onClick={() =>
                    change({
                      evaluations: [...evaluations, newEvaluation(1 + Math.max(...evaluations.map(({ key }) => key)))],
                    })
                  }
                >
                  Add another evaluation
                </Button>
              </div>
            </section>
            <Switch
              label="Evaluate spans as they arrive"
              hint="Within about a minute. You can evaluate past spans from the task's page."
              checked={draft.continuous}
              onChange={(continuous) => change({ continuous })}
            />
            {failure ? (
              <p role="alert" className="text-bad">
                {failure}
              </p>
            ) : null}
            <div className="flex items-center gap-3">
              <Button
                look="primary"
                type="submit"
                keys="mod+enter"
                busy={create.isPending}
                disabled={!may || !draft.projectId || !evaluations.every(isComplete)}
              >
                Create task
              </Button>
              <LeaveForm href={links.evalTasks()} isChanged={isChanged} forget={forget} />
              {may ? null : <p className="text-xs text-faint">Viewers cannot create tasks.</p>}
            </div>
          </div>
          <div className="lg:sticky lg:top-4">
            <PreviewPanel input={previewOf(shown, isComplete)} />
          </div>
        </form>
      )}
    </>
  );
}
