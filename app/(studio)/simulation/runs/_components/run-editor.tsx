"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { FormProblem } from "@/app/_components/form-problem";
import { draftsOf } from "@/app/_form/draft-store";
import { LeaveForm } from "@/app/_form/leave-form";
import { useDrafted } from "@/app/_form/use-drafted";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { NumberField } from "@/app/_ui/number-field";
import { Picker } from "@/app/_ui/picker";
import { SearchSelect } from "@/app/_ui/search-select";
import { Select } from "@/app/_ui/select";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { Switch } from "@/app/_ui/switch";
import { agentQuery } from "@/lib/client/agents";
import { fieldError } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { createRunTest, executeRunTest } from "@/lib/client/runs";
import { MAX_REPEATS } from "@/lib/contracts/simulation/call-names";
import { useAgentChoices, useScenarioChoices } from "../../../_components/choices";
import { EvaluationFields } from "./evaluation-fields";
import { bodyOf, emptyRun, turnsError } from "./run-form";
import { TurnFields } from "./turn-fields";

const drafts = draftsOf<typeof emptyRun>();

const FIELDS = /^(?:name|agent_definition_id|agent_version|scenario_ids|evaluations_config|settings)(?:\.|$)/;
const ACTIVE = "active";

/** The form of a test run: agent, scenarios, evaluations and settings. */
export function RunEditor() {
  const router = useRouter();
  const { form, change, isChanged, forget } = useDrafted(drafts, links.newRun(), () => emptyRun);
  const create = useMutation(createRunTest);
  const execute = useMutation(executeRunTest);
  const agents = useAgentChoices([form.agentId]);
  const scenarios = useScenarioChoices(form.scenarioIds);
  const { error } = create;
  const isPending = create.isPending || execute.isPending;
  const save = (isRun: boolean) => {
    if (isPending || turnsError(form)) return;
    create.mutate(bodyOf(form), {
      onSuccess: ({ id }) => {
        forget();
        if (!isRun) return router.push(links.run(id));
        execute.mutate(
          { run_test_id: id },
          {
            onSuccess: ({ execution_id }) => router.push(links.execution(execution_id)),
            onError: () => router.push(links.run(id)),
          },
        );
      },
    });
  };
  useShortcuts("Page", [
    { keys: "mod+s", description: "Save (also while typing)", run: () => save(false), whileTyping: true },
  ]);
  return (
    <form
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        save(true);
      }}
    >
      <section className="grid gap-4">
        <Field label="Name" error={fieldError(error, "name")}>
          <Input maxLength={255} value={form.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field
          label="Agent"
          error={error && !form.agentId ? "Choose an agent." : fieldError(error, "agent_definition_id")}
        >
          <SearchSelect
            options={agents.options}
            onSearch={agents.onSearch}
            value={form.agentId}
            onChange={(agentId) => change({ agentId, versionId: null })}
            placeholder={agents.isPending ? "Loading…" : "Choose an agent"}
            empty={agents.isError ? "The agents could not be loaded." : "No results"}
          />
        </Field>
        {form.agentId ? (
          <VersionField
            agentId={form.agentId}
            value={form.versionId}
            onChange={(versionId) => change({ versionId })}
            error={fieldError(error, "agent_version")}
          />
        ) : null}
        <Field label="Scenarios" error={fieldError(error, "scenario_ids")} hint="Only completed scenarios can run.">
          <Picker
            options={scenarios.options}
            onSearch={scenarios.onSearch}
            value={form.scenarioIds}
            onChange={(scenarioIds) => change({ scenarioIds })}
            placeholder="Search by name"
            empty={scenarios.isError ? "The scenarios could not be loaded." : "No results"}
            loading={scenarios.isPending}
          />
        </Field>
      </section>
      <EvaluationFields
        value={form.evaluations}
        onChange={(evaluations) => change({ evaluations })}
        error={fieldError(error, "evaluations_config")}
      />
      <section className="grid gap-4">
        <h2 className="text-base font-medium">Simulation</h2>
        <Switch
          label="Scripted customers"
          hint="Customers say the same words every time, without a model. Useful in pipelines."
          checked={form.scripted}
          onChange={(scripted) => change({ scripted })}
        />
        <Field
          label="Trials per row"
          hint="Several trials measure how reliable the agent is (pass^k)."
          error={fieldError(error, "settings.repeats")}
        >
          <NumberField
            value={form.repeats}
            onChange={(repeats) => change({ repeats })}
            min={1}
            max={MAX_REPEATS}
            aria-label="Trials per row"
          />
        </Field>
        <TurnFields form={form} onChange={change} error={error} />
        <Field
          label="Cost ceiling"
          optional
          hint="No new conversation starts once the run has cost this much."
          error={fieldError(error, "settings.cost_ceiling_usd")}
        >
          <NumberField
            value={form.ceiling}
            onChange={(ceiling) => change({ ceiling })}
            min={0}
            step={1}
            unit="USD"
            aria-label="Cost ceiling"
          />
        </Field>
      </section>
      <div className="grid gap-3">
        {turnsError(form) ? (
          <p role="alert" className="text-bad">
            Fix the marked fields before you save.
          </p>
        ) : (
          <FormProblem error={error} fields={FIELDS} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit" busy={isPending}>
            Create and run
          </Button>
          <Button keys="mod+s" busy={isPending} onClick={() => save(false)}>
            Create
          </Button>
          <LeaveForm href={links.runs()} isChanged={isChanged} forget={forget} />
        </div>
      </div>
    </form>
  );
}

interface VersionProps {
  agentId: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
}

function VersionField({ agentId, value, onChange, error }: VersionProps) {
  const versions = useQuery(agentQuery(agentId)).data?.versions ?? [];
  return (
    <Field label="Version" error={error}>
      <Select
        value={value ?? ACTIVE}
        options={[
          { value: ACTIVE, label: "The version that is active at run time" },
          ...versions.map(({ id, version_name_display }) => ({ value: id, label: version_name_display })),
        ]}
        onChange={(id) => onChange(id === ACTIVE ? null : id)}
      />
    </Field>
  );
}
