"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { FormField, SwitchField, TextField } from "@/app/_form/fields";
import { FormElement } from "@/app/_form/form-element";
import { FormProblem } from "@/app/_form/form-problem";
import { LeaveForm } from "@/app/_form/leave-form";
import { Button } from "@/app/_ui/button/button";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { projectChoicesQuery } from "@/lib/client/traces";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { AmountField } from "../../../datasets/[dataset_id]/_components/runs/amount-field";
import { EvaluationList } from "./evaluation-list";
import { FilterFields } from "./filter-fields";
import { PreviewPanel } from "./preview-panel";
import { type TaskForm, useTaskForm } from "./use-task-form";

const parent = { href: links.evalTasks(), label: "Tasks" };

export function NewTaskScreen({ role }: { role: OrganizationRole }) {
  const task = useTaskForm(useAddress().get("project"));
  const { form, isReady, preview } = task;
  const projects = useQuery(projectChoicesQuery());
  const may = mayWrite(role);
  const save = () => {
    if (may && form.values.projectId) form.submit();
  };
  useShortcuts("Page", [
    { keys: "mod+enter", description: "Create the task, also while typing", run: save, whileTyping: true },
  ]);
  return (
    <>
      <PageHeader
        title="Evaluate spans"
        parent={parent}
        description="A task runs evaluations on the spans of a project. It pins their versions, models and mappings."
      />
      {projects.data?.results.length === 0 ? (
        <EmptyState title="No projects yet">
          The first spans create a project. Send them through OpenTelemetry, or call models through the gateway.
        </EmptyState>
      ) : (
        <FormElement
          form={{ submit: save }}
          className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
        >
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
            <TaskFields task={task} />
            <FormProblem form={form} />
            <div className="flex items-center gap-3">
              <Button look="primary" type="submit" keys="mod+enter" busy={form.busy} disabled={!may || !isReady}>
                Create task
              </Button>
              <LeaveForm href={links.evalTasks()} isChanged={form.isChanged} forget={form.forget} />
              {may ? null : <p className="text-xs text-faint">Viewers cannot create tasks.</p>}
            </div>
          </div>
          <div className="lg:sticky lg:top-4">
            <PreviewPanel input={preview} />
          </div>
        </FormElement>
      )}
    </>
  );
}

/** What the task is called, which spans it takes, and how it evaluates them. */
function TaskFields({ task }: { task: TaskForm }) {
  const { form } = task;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField form={form} name="name" label="Name" optional placeholder="Evaluation of spans" />
        <ProjectField form={form} />
      </div>
      <FilterFields form={form} />
      <EvaluationList task={task} />
      <ChosenTraces form={form} />
      <SwitchField
        form={form}
        name="continuous"
        label="Evaluate spans as they arrive"
        hint="Within about a minute. You can evaluate past spans from the task's page."
      />
    </>
  );
}

/** The traces that the list has sent here: their spans are evaluated once the task exists. */
function ChosenTraces({ form }: Pick<TaskForm, "form">) {
  const { traces, ceiling } = form.values;
  if (!traces) return null;
  return (
    <section aria-label="Chosen traces" className="grid gap-3 rounded-lg border border-line p-4">
      <p>
        The spans of {traces.trace_ids ? quantity(traces.trace_ids.length, "chosen trace") : "all traces that matched"}{" "}
        are evaluated as soon as the task exists, in the background.
      </p>
      <AmountField
        form={form}
        name="ceiling"
        value={ceiling}
        label="Ceiling, in dollars"
        hint="The evaluation of these traces stops at this cost."
      />
      <div>
        <Button size="small" onClick={() => form.set({ traces: null, ceiling: "" })}>
          Leave these traces out
        </Button>
      </div>
    </section>
  );
}

function ProjectField({ form }: Pick<TaskForm, "form">) {
  const projects = useQuery(projectChoicesQuery());
  const options = (projects.data?.results ?? []).map(({ id, name, trace_count }) => ({
    value: id,
    label: name,
    hint: `${trace_count.toLocaleString("en")} traces`,
  }));
  return (
    <FormField
      form={form}
      name="projectId"
      at="project_id"
      label="Project"
      hint="The gateway's calls are a project, too."
    >
      {({ value, onChange }) => (
        <SearchSelect
          options={options}
          value={value}
          onChange={onChange}
          placeholder="Type a name"
          empty={projects.isPending ? "Loading…" : "No results"}
        />
      )}
    </FormField>
  );
}
