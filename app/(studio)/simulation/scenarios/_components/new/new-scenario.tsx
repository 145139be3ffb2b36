"use client";
import { useRouter } from "next/navigation";
import { draftsOf } from "@/app/_form/draft-store";
import { FormField, NumberInput, RadioField, TextareaField, TextField } from "@/app/_form/fields";
import { PageForm, useSaveKey } from "@/app/_form/page-form";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { Button } from "@/app/_ui/button/button";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { PageHeader } from "@/app/_ui/page/page-header";
import { ChoiceField, ChoicesField } from "@/app/(studio)/_components/choice-fields";
import { useAgentChoices, usePersonaChoices } from "@/app/(studio)/_components/choices";
import { ForWriters } from "@/app/(studio)/_components/for-writers";
import { links } from "@/lib/client/links";
import { createScenario } from "@/lib/client/scenarios";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";
import {
  emptyScenario,
  type NewScenario as Form,
  graphProblem,
  locateGraphErrors,
  origins,
  requestOf,
} from "./new-request";
import { type ScenarioFieldProps, SourceFields } from "./source-fields";

const MAX_ROWS = 20_000;
const drafts = draftsOf<Form>();

export function NewScenario({ role }: { role: OrganizationRole }) {
  return (
    <>
      <PageHeader
        parent={{ href: links.scenarios(), label: "Scenarios" }}
        title="New scenario"
        description="The scenario is generated in the background. You can leave this page."
      />
      <ForWriters role={role} things="scenarios">
        <ScenarioForm />
      </ForWriters>
    </>
  );
}

function ScenarioForm() {
  const router = useRouter();
  const form = useDraftedForm({
    drafts,
    path: links.newScenario(),
    initial: emptyScenario,
    save: {
      meta: createScenario.meta,
      mutationFn: (values) => createScenario.mutationFn(requestOf(values)).catch(locateGraphErrors),
    },
    onSaved: ({ scenario }) => {
      form.forget();
      router.push(links.scenario(scenario.id));
    },
  });
  const isInvalid = graphProblem(form.values) !== null;
  useSaveKey(() => !isInvalid && form.submit(), "Create");
  return (
    <PageForm
      form={form}
      isInvalid={isInvalid}
      leaveTo={links.scenarios()}
      buttons={
        <Button look="primary" type="submit" keys="mod+s" busy={form.busy}>
          Create scenario
        </Button>
      }
    >
      <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
        <TextField form={form} name="name" label="Name" required maxLength={255} />
        <AgentField form={form} />
        <RadioField form={form} name="origin" at="kind" label="Source" options={origins} />
        <SourceFields form={form} />
        <RowFields form={form} />
      </div>
    </PageForm>
  );
}

function AgentField({ form }: ScenarioFieldProps) {
  const agents = useAgentChoices([form.values.agent_definition_id]);
  return (
    <ChoiceField
      form={form}
      name="agent_definition_id"
      label="Agent"
      hint={agents.isNone ? "Create an agent first." : "The agent under test. Rows are generated for its purpose."}
      choices={agents}
      placeholder="Choose an agent"
    />
  );
}

/** How many rows are generated, about whom, about what and by which model. */
function RowFields({ form }: ScenarioFieldProps) {
  return (
    <>
      {form.values.origin === "dataset" ? null : (
        <NumberInput form={form} name="no_of_rows" label="Rows" min={1} max={MAX_ROWS} />
      )}
      <ChoicesField
        form={form}
        name="personas"
        label="Personas"
        optional
        hint="Rows use only these personas. If empty, all personas."
        choices={usePersonaChoices(form.values.personas)}
        placeholder="Any"
      />
      <TextareaField
        form={form}
        name="custom_instruction"
        label="Guidance"
        optional
        hint="What the rows should be about."
      />
      <FormField
        form={form}
        name="generator_model"
        label="Generator model"
        optional
        hint="A gateway model. If empty, the configured model generates the rows, or else a deterministic generator."
      >
        {({ value, onChange }) => (
          <SuggestInput
            value={value}
            onChange={onChange}
            suggestions={[DETERMINISTIC, "sandbox/structured"]}
            placeholder="The configured model"
          />
        )}
      </FormField>
    </>
  );
}
