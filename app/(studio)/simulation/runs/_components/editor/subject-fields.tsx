"use client";
import { useQuery } from "@tanstack/react-query";
import { FormField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Select } from "@/app/_ui/control/select";
import { ChoiceField, ChoicesField } from "@/app/(studio)/_components/choice-fields";
import { useAgentChoices, useScenarioChoices, withChosen } from "@/app/(studio)/_components/choices";
import { agentQuery } from "@/lib/client/agents";
import { scenarioQuery } from "@/lib/client/scenarios";
import type { RunForm } from "./run-form";

/** The name of a run, the agent under test, and the scenarios that are played: `scenario` is one that the address names. */
export function SubjectFields({ form, scenario }: { form: SaveForm<RunForm>; scenario: string | undefined }) {
  const { agentId, scenarioIds } = form.values;
  const requested = useQuery({ ...scenarioQuery(scenario ?? ""), enabled: scenario !== undefined }).data;
  return (
    <section className="grid gap-4">
      <TextField form={form} name="name" label="Name" maxLength={255} />
      <ChoiceField
        form={form}
        name="agentId"
        at="agent_definition_id"
        label="Agent"
        error={form.isRefused && !agentId ? "Choose an agent." : null}
        choices={useAgentChoices([agentId])}
        placeholder="Choose an agent"
        onChosen={() => form.set({ versionId: null })}
      />
      {agentId ? <VersionField form={form} agentId={agentId} /> : null}
      <ChoicesField
        form={form}
        name="scenarioIds"
        at="scenario_ids"
        label="Scenarios"
        hint="Only completed scenarios can run."
        choices={withChosen(useScenarioChoices(scenarioIds), requested)}
        placeholder="Search by name"
      />
    </section>
  );
}

const ACTIVE = "active";

function VersionField({ form, agentId }: { form: SaveForm<RunForm>; agentId: string }) {
  const versions = useQuery(agentQuery(agentId)).data?.versions ?? [];
  return (
    <FormField form={form} name="versionId" at="agent_version" label="Version">
      {({ value, onChange }) => (
        <Select
          value={value ?? ACTIVE}
          options={[
            { value: ACTIVE, label: "The version that is active at run time" },
            ...versions.map(({ id, version_name_display }) => ({ value: id, label: version_name_display })),
          ]}
          onChange={(id) => onChange(id === ACTIVE ? null : id)}
        />
      )}
    </FormField>
  );
}
