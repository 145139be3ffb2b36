"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { cutText } from "@/app/_ui/figure/cut-text";
import { executionText } from "@/app/(studio)/simulation/runs/_components/words";
import { executionChoicesQuery } from "@/lib/client/runs";
import { projectChoicesQuery } from "@/lib/client/traces";
import { useRunChoices } from "../../../../_components/choices";

interface Props {
  value: string | null;
  onChange: (containerId: string | null) => void;
  /** What can be selected there. */
  children: ReactNode;
}

const stacked = "grid grid-cols-[minmax(0,1fr)] gap-5";

/** Selects the project whose traces are listed. */
export function ProjectField({ value, onChange, children }: Props) {
  const projects = useQuery(projectChoicesQuery());
  const options = (projects.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (projects.isError) {
    return (
      <ErrorState title="The projects could not be loaded" error={projects.error} onRetry={() => projects.refetch()} />
    );
  }
  if (projects.data && options.length === 0) {
    return (
      <EmptyState title="No projects yet">
        An application creates a project when it sends its first trace through OpenTelemetry.
      </EmptyState>
    );
  }
  return (
    <div className={stacked}>
      <Field label="Project">
        <Select
          value={value}
          options={options}
          placeholder={projects.isPending ? "Loading" : "Choose a project"}
          onChange={onChange}
        />
      </Field>
      {children}
    </div>
  );
}

/** Selects the execution whose calls are listed. */
export function ExecutionField({ value, onChange, children }: Props) {
  const runs = useRunChoices();
  const [runId, setRunId] = useState<string | null>(null);
  if (runs.isNone) {
    return <EmptyState title="No test runs yet">Calls are the conversations of a test run with an agent.</EmptyState>;
  }
  return (
    <div className={stacked}>
      <Field label="Test run">
        <SearchSelect
          options={runs.options}
          onSearch={runs.onSearch}
          value={runId}
          onChange={(next) => {
            setRunId(next);
            onChange(null);
          }}
          placeholder={runs.isPending ? "Loading…" : "Choose a test run"}
          empty={runs.isError ? "The test runs could not be loaded." : "No test run matches"}
        />
      </Field>
      {runId ? <ExecutionOf key={runId} runId={runId} value={value} onChange={onChange} /> : null}
      {children}
    </div>
  );
}

function ExecutionOf({ runId, value, onChange }: Omit<Props, "children"> & { runId: string }) {
  const known = useQuery(executionChoicesQuery(runId));
  const executions = known.data?.results ?? [];
  if (known.isError) {
    return (
      <ErrorState title="The executions could not be loaded" error={known.error} onRetry={() => known.refetch()} />
    );
  }
  if (known.data && executions.length === 0) return <p className="text-soft">This test run has no executions yet.</p>;
  return (
    <Field label="Execution" hint={known.data && cutText(known.data, "execution")}>
      <SearchSelect
        value={value}
        options={executions.map((execution) => ({ value: execution.id, label: executionText(execution) }))}
        placeholder={known.isPending ? "Loading…" : "Type a version, date or pass rate"}
        empty="No execution matches"
        onChange={onChange}
      />
    </Field>
  );
}
