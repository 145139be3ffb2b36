"use client";
import { FormField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { ChoiceField, ChoicesField } from "@/app/(studio)/_components/choice-fields";
import { useAgentChoices, useScenarioChoices, useVersionChoices } from "@/app/(studio)/_components/choices";
import type { RunForm } from "./run-form";

/** The name of a run, the agent under test, and the scenarios that are played against it. */
export function SubjectFields({ form }: { form: SaveForm<RunForm> }) {
  const { agentId, scenarioIds } = form.values;
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
      {agentId ? <VersionField key={agentId} form={form} agentId={agentId} /> : null}
      <ChoicesField
        form={form}
        name="scenarioIds"
        at="scenario_ids"
        label="Scenarios"
        hint="Only completed scenarios can run."
        choices={useScenarioChoices(scenarioIds)}
        placeholder="Search by name"
      />
    </section>
  );
}

const ACTIVE = "active";

function VersionField({ form, agentId }: { form: SaveForm<RunForm>; agentId: string }) {
  const { options, onSearch, empty } = useVersionChoices(agentId, form.values.versionId);
  return (
    <FormField form={form} name="versionId" at="agent_version" label="Version">
      {({ value, onChange }) => (
        <SearchSelect
          value={value ?? ACTIVE}
          options={[{ value: ACTIVE, label: "The version that is active at run time" }, ...options]}
          onSearch={onSearch}
          onChange={(id) => onChange(id === ACTIVE ? null : id)}
          placeholder="Choose a version"
          empty={empty}
        />
      )}
    </FormField>
  );
}
