"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef } from "react";
import { draftsOf } from "@/app/_components/draft-store";
import { LeaveForm } from "@/app/_components/leave-form";
import { useDrafted } from "@/app/_components/use-drafted";
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
const MOST_ROWS = 20_000;

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
  /** So that an impatient second click makes no second scenario. */
  mutationId: crypto.randomUUID() as string,
});
const drafts = draftsOf<ReturnType<typeof emptyScenario>>();

export function NewScenario({ role }: { role: OrganizationRole }) {
  return (
    <>
      <PageHeader
        parent={{ href: links.scenarios(), label: "Scenarios" }}
        title="New scenario"
        description="It is made in the background; you can watch it, or go on elsewhere."
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
  const whole = useRef<HTMLFormElement>(null);
  const save = () => whole.current?.requestSubmit();
  useShortcuts("Page", [{ keys: "mod+s", description: "Make it, also while typing", run: save, whileTyping: true }]);
  const said = (field: string) => fieldError(error, field);
  return (
    <form ref={whole} className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5" onSubmit={send}>
      <Field label="Name" error={said("name")}>
        <Input required maxLength={255} value={form.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Field
        label="Agent"
        error={said("agent_definition_id")}
        hint={agents.isNone ? "There is no agent yet: make one first." : "Who is tried; rows follow what it is for."}
      >
        <SearchSelect
          options={agents.options}
          onSearch={agents.onSearch}
          value={form.agent}
          onChange={(agent) => change({ agent })}
          placeholder={agents.isPending ? "Loading…" : "Choose an agent"}
          empty={agents.isError ? "The agents could not be loaded." : "No agent matches"}
        />
      </Field>
      {/* No Field: its label would name each choice. */}
      <div className="grid gap-1">
        <span className="font-medium">Made of</span>
        <RadioGroup label="Made of" value={form.origin} onChange={(origin) => change({ origin })} options={origins} />
      </div>
      {form.origin === "dataset" ? (
        <Field label="Dataset" error={said("dataset_id")} hint="At least 10 rows.">
          <SearchSelect
            options={(datasets.data?.datasets ?? []).map(({ dataset_id, name }) => ({
              value: dataset_id,
              label: name,
            }))}
            value={form.dataset}
            onChange={(dataset) => change({ dataset })}
            placeholder="Choose a dataset"
            empty="No dataset matches"
          />
        </Field>
      ) : null}
      {form.origin === "script" ? (
        <Field
          label="Script"
          error={said("script_url") ?? said("script")}
          hint="The text, or its address on the public internet; at most 1 MB."
        >
          <Textarea value={form.script} onChange={(event) => change({ script: event.target.value })} />
        </Field>
      ) : null}
      {form.origin === "graph" ? (
        <Field
          label="Graph"
          error={graphProblem ?? graphError(error)}
          hint="JSON with nodes and edges; one node has isStart."
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
        <Field label="Rows" error={said("no_of_rows")}>
          <NumberField min={1} max={MOST_ROWS} value={form.rows} onChange={(rows) => change({ rows: rows ?? 1 })} />
        </Field>
      )}
      <Field
        label="Personas"
        optional
        error={said("personas")}
        hint="The rows' personas come from these alone; without any, from all."
      >
        <Picker
          options={personas.options}
          onSearch={personas.onSearch}
          value={form.personas}
          onChange={(chosen) => change({ personas: chosen })}
          placeholder="Anybody"
          empty={personas.isError ? "The personas could not be loaded." : "No persona matches"}
          loading={personas.isPending}
        />
      </Field>
      <Field label="Guidance" optional hint="What the rows should be about." error={said("custom_instruction")}>
        <Textarea value={form.instruction} onChange={(event) => change({ instruction: event.target.value })} />
      </Field>
      <Field
        label="Written by"
        optional
        error={said("generator_model")}
        hint="A model of the gateway. Without one the configured model writes; where there is none, a deterministic writer does, and says so."
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
          Make scenario
        </Button>
        <LeaveForm href={links.scenarios()} isChanged={isChanged} forget={forget} />
      </div>
    </form>
  );
}
