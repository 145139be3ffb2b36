"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/app/_ui/field";
import { FormDialog } from "@/app/_ui/form-dialog";
import { Input } from "@/app/_ui/input";
import { RadioGroup } from "@/app/_ui/radio-group";
import { SearchSelect } from "@/app/_ui/search-select";
import { Textarea } from "@/app/_ui/textarea";
import { toast } from "@/app/_ui/toast";
import { fieldError, formError } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { addRowFromSource } from "@/lib/client/scenarios";
import { useScenarioChoices } from "./choices";

interface Props {
  source: { type: "trace" | "call_execution"; id: string };
  /** The agent that a new scenario belongs to. */
  agentId?: string;
  onClose: () => void;
}

const FIELDS = ["name", "goal"];
const LONGEST_GOAL = 4000;

/** Turns an earlier conversation, word for word, into a scenario row that later runs play. */
export function AddToScenario({ source, agentId, onClose }: Props) {
  const router = useRouter();
  const scenarios = useScenarioChoices();
  const [destination, setDestination] = useState<"known" | "new">("known");
  const [scenarioId, setScenarioId] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [goal, setGoal] = useState("");
  const { mutate, isPending, error } = useMutation(addRowFromSource);
  const isNew = destination === "new" || scenarios.isNone;
  const target = isNew ? { name, agent_definition_id: agentId ?? null } : { scenario_id: scenarioId };
  const row = { source_type: source.type, source_id: source.id, goal, ...target };
  const problem = formError(error, FIELDS);
  const send = () =>
    mutate(row, {
      onSuccess: ({ scenario_id: id }) => {
        onClose();
        const open = () => router.push(links.scenario(id));
        toast.done({ title: "Scenario row added", action: { label: "Open the scenario", run: open } });
      },
    });
  return (
    <FormDialog
      onClose={onClose}
      title="Make a scenario row"
      description="The person's messages become the row's script, word for word. Every later run plays it."
      action="Make row"
      form={{ submit: send, busy: isPending, problem: problem ?? null }}
      disabled={isNew ? name.trim() === "" : scenarioId === null}
    >
      {scenarios.isNone ? null : (
        <RadioGroup
          label="Scenario to add to"
          value={destination}
          onChange={setDestination}
          options={[
            { value: "known", label: "An existing scenario" },
            { value: "new", label: "A new scenario" },
          ]}
        />
      )}
      {isNew ? (
        <Field label="Name of the new scenario" error={fieldError(error, "name")}>
          <Input maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      ) : (
        <Field label="Scenario">
          <SearchSelect
            options={scenarios.options}
            onSearch={scenarios.onSearch}
            value={scenarioId}
            onChange={setScenarioId}
            placeholder={scenarios.isPending ? "Loading…" : "Choose a scenario"}
            empty={scenarios.isError ? "The scenarios could not be loaded." : "No scenario matches"}
          />
        </Field>
      )}
      <Field
        label="How it should have ended"
        optional
        error={fieldError(error, "goal")}
        hint="The row's ideal outcome. Evaluations can use it as an input."
      >
        <Textarea maxLength={LONGEST_GOAL} value={goal} onChange={(event) => setGoal(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
