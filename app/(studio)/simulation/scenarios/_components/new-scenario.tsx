"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef } from "react";
import { draftsOf } from "@/app/_form/draft-store";
import { LeaveForm } from "@/app/_form/leave-form";
import { useDrafted } from "@/app/_form/use-drafted";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { NumberField } from "@/app/_ui/number-field";
import { PageHeader } from "@/app/_ui/page-header";
import { Picker } from "@/app/_ui/picker";
import { RadioGroup } from "@/app/_ui/radio-group";
import { SearchSelect } from "@/app/_ui/search-select";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { SuggestInput } from "@/app/_ui/suggest-input";
import { Textarea } from "@/app/_ui/textarea";
import { ForWriters } from "@/app/(studio)/_components/for-writers";
import { fieldError, formError } from "@/lib/client/call-error";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { createScenario } from "@/lib/client/scenarios";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";
import { useAgentChoices, usePersonaChoices } from "../../../_components/choices";
import { graphError, graphIn, type Origin, origins, requestOf } from "./new-request";

const FIELDS = [
  "name",
  "agent_definition_id",
  "dataset_id",
  "script_url",
  "script",
  "graph",
  "no_of_rows",
  "personas",
  "generator_model",
  "custom_instruction",
];
const MAX_ROWS = 20_000;

const emptyScenario = () => ({
  origin: "generated" as Origin,
  name: "",
  agent: null as string | null,
  dataset: null as string | null,
  script: "",
  graph: "",
  rows: 20,
  personas: [] as string[],
  instruction: "",
  model: "",
  /** Prevents a second click from creating a second scenario. */
  mutationId: crypto.randomUUID() as string,
});
const drafts = draftsOf<ReturnType<typeof emptyScenario>>();

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
  const { form, change, isChanged, forget } = useDrafted(drafts, links.newScenario(), emptyScenario);
  const agents = useAgentChoices([form.agent]);
  const personas = usePersonaChoices(form.personas);
  const datasets = useQuery({ ...datasetChoicesQuery(), enabled: form.origin === "dataset" });
  const { mutate, isPending, error } = useMutation(createScenario);
  const graphProblem = form.origin === "graph" && form.graph.trim() ? graphIn(form.graph).problem : null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (graphProblem || isPending) return;
    const onSuccess = ({ scenario }: { scenario: { id: string } }) => {
      forget();
      router.push(links.scenario(scenario.id));
    };
    mutate({ ...requestOf(form), mutation_id: form.mutationId }, { onSuccess });
  };
  const formRef = useRef<HTMLFormElement>(null);
  const save = () => formRef.current?.requestSubmit();
  useShortcuts("Page", [{ keys: "mod+s", description: "Create (also while typing)", run: save, whileTyping: true }]);
  const errorOf = (field: string) => fieldError(error, field);
  return (
    <form ref={formRef} className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5" onSubmit={send}>
      <Field label="Name" error={errorOf("name")}>
        <Input required maxLength={255} value={form.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Field
        label="Agent"
        error={errorOf("agent_definition_id")}
        hint={agents.isNone ? "Create an agent first." : "The agent under test. Rows are generated for its purpose."}
      >
        <SearchSelect
          options={agents.options}
          onSearch={agents.onSearch}
          value={form.agent}
          onChange={(agent) => change({ agent })}
          placeholder={agents.isPending ? "Loading…" : "Choose an agent"}
          empty={agents.isError ? "The agents could not be loaded." : "No results"}
        />
      </Field>
      {/* No Field: its label would name each choice. */}
      <div className="grid gap-1">
        <span className="font-medium">Source</span>
        <RadioGroup label="Source" value={form.origin} onChange={(origin) => change({ origin })} options={origins} />
      </div>
      {form.origin === "dataset" ? (
        <Field label="Dataset" error={errorOf("dataset_id")} hint="At least 10 rows.">
          <SearchSelect
            options={(datasets.data?.datasets ?? []).map(({ dataset_id, name }) => ({
              value: dataset_id,
              label: name,
            }))}
            value={form.dataset}
            onChange={(dataset) => change({ dataset })}
            placeholder="Choose a dataset"
            empty="No results"
          />
        </Field>
      ) : null}
      {form.origin === "script" ? (
        <Field
          label="Script"
          error={errorOf("script_url") ?? errorOf("script")}
          hint="The text or its public URL; at most 1 MB."
        >
          <Textarea value={form.script} onChange={(event) => change({ script: event.target.value })} />
        </Field>
      ) : null}
      {form.origin === "graph" ? (
        <Field
          label="Graph"
          error={graphProblem ?? graphError(error)}
          hint="JSON with nodes and edges. One node has isStart."
        >
          <Textarea
            spellCheck={false}
            className="font-mono text-xs"
            value={form.graph}
            onChange={(event) => change({ graph: event.target.value })}
          />
        </Field>
      ) : null}
      {form.origin === "dataset" ? null : (
        <Field label="Rows" error={errorOf("no_of_rows")}>
          <NumberField min={1} max={MAX_ROWS} value={form.rows} onChange={(rows) => change({ rows: rows ?? 1 })} />
        </Field>
      )}
      <Field
        label="Personas"
        optional
        error={errorOf("personas")}
        hint="Rows use only these personas. If empty, all personas."
      >
        <Picker
          options={personas.options}
          onSearch={personas.onSearch}
          value={form.personas}
          onChange={(chosen) => change({ personas: chosen })}
          placeholder="Any"
          empty={personas.isError ? "The personas could not be loaded." : "No results"}
          loading={personas.isPending}
        />
      </Field>
      <Field label="Guidance" optional hint="What the rows should be about." error={errorOf("custom_instruction")}>
        <Textarea value={form.instruction} onChange={(event) => change({ instruction: event.target.value })} />
      </Field>
      <Field
        label="Generator model"
        optional
        error={errorOf("generator_model")}
        hint="A gateway model. If empty, the configured model generates the rows, or else a deterministic generator."
      >
        <SuggestInput
          value={form.model}
          onChange={(model) => change({ model })}
          suggestions={[DETERMINISTIC, "sandbox/structured"]}
          placeholder="The configured model"
        />
      </Field>
      {formError(error, FIELDS) && !graphError(error) ? (
        <p role="alert" className="text-bad">
          {formError(error, FIELDS)}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" keys="mod+s" busy={isPending}>
          Create scenario
        </Button>
        <LeaveForm href={links.scenarios()} isChanged={isChanged} forget={forget} />
      </div>
    </form>
  );
}
