"use client";
import { useQuery } from "@tanstack/react-query";
import { FormField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { ChoiceField, ChoicesField } from "@/app/(studio)/_components/choice-fields";
import { useAgentChoices, useScenarioChoices, useVersionChoices, withChosen } from "@/app/(studio)/_components/choices";
import { scenarioQuery } from "@/lib/client/scenarios";
import type { RunTest } from "../run/run-facts";
import type { RunForm } from "./run-form";

interface Props {
  form: SaveForm<RunForm>;
  /** The run that is edited. Its agent and scenarios may be older than those that are offered first. */
  run?: RunTest;
  /** One that the address names. */
  scenario?: string | undefined;
}

/** The name of a run, the agent under test, and the scenarios that are played against it. */
export function SubjectFields({ form, run, scenario }: Props) {
  const { agentId, scenarioIds } = form.values;
  const agents = withChosen(useAgentChoices([agentId]), run && agentOf(run));
  const requested = useQuery({ ...scenarioQuery(scenario ?? ""), enabled: scenario !== undefined }).data;
  const known = [...(run?.scenarios_detail ?? []), ...(requested ? [requested] : [])];
  const scenarios = withChosen(useScenarioChoices(scenarioIds), ...known.map(named));
  return (
    <section className="grid gap-4">
      <TextField form={form} name="name" label="Name" maxLength={255} />
      <ChoiceField
        form={form}
        name="agentId"
        at="agent_definition_id"
        label="Agent"
        error={form.isRefused && !agentId ? "Choose an agent." : null}
        choices={agents}
        placeholder="Choose an agent"
        onChosen={() => form.set({ versionId: null })}
      />
      {agentId ? <VersionField key={agentId} form={form} agentId={agentId} /> : null}
      <ChoicesField
        form={form}
        name="scenarioIds"
        at="scenario_ids"
        label="Scenarios"
        hint="Only completed scenarios can run."
        choices={scenarios}
        placeholder="Search by name"
      />
    </section>
  );
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, name });

/** Undefined if it was deleted. */
const agentOf = ({ agent_definition: id, agent_definition_detail: agent }: RunTest) =>
  agent ? { id, name: String(agent.agent_name) } : undefined;

const ACTIVE = "active";
// One object: with another selected one, a SearchSelect would forget what is being typed.
const active = { value: ACTIVE, label: "The version that is active at run time" };

function VersionField({ form, agentId }: { form: SaveForm<RunForm>; agentId: string }) {
  const { options, onSearch, empty } = useVersionChoices(agentId, form.values.versionId);
  return (
    <FormField form={form} name="versionId" at="agent_version" label="Version">
      {({ value, onChange }) => (
        <SearchSelect
          value={value ?? ACTIVE}
          options={[active, ...options]}
          onSearch={onSearch}
          onChange={(id) => onChange(id === ACTIVE ? null : id)}
          placeholder="Choose a version"
          empty={empty}
        />
      )}
    </FormField>
  );
}
