"use client";
import { useRouter } from "next/navigation";
import { TextareaField, TextField } from "@/app/_form/fields";
import { type SaveForm, useSaveForm, withInput } from "@/app/_form/use-save-form";
import { RadioGroup } from "@/app/_ui/control/radio-group";
import { toast } from "@/app/_ui/feedback/toast";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { links } from "@/lib/client/links";
import { addRowFromSource, addRowsFromTraces } from "@/lib/client/scenarios";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { ChoiceField } from "./choice-fields";
import { type Choices, useScenarioChoices } from "./choices";

interface Props {
  /** One conversation, or the traces that become a row each. */
  source: { type: "trace" | "call_execution"; id: string } | { traces: TraceChoice };
  /** The agent that a new scenario belongs to. */
  agentId?: string;
  onClose: () => void;
}

interface Row {
  destination: "known" | "new";
  scenario_id: string | null;
  name: string;
  goal: string;
}

const emptyRow: Row = { destination: "known", scenario_id: null, name: "", goal: "" };
const destinations = [
  { value: "known", label: "An existing scenario" },
  { value: "new", label: "A new scenario" },
] as const;
const LONGEST_GOAL = 4000;
const MANY =
  "The user's messages of each trace become a row's script, word for word, in the background. Traces without a user message, or that already have a row, are left out.";

/** Turns earlier conversations, word for word, into scenario rows that later runs play. */
export function AddToScenario({ source, agentId, onClose }: Props) {
  const router = useRouter();
  const scenarios = useScenarioChoices();
  const isNew = ({ destination }: Row) => destination === "new" || scenarios.isNone;
  const rowOf = (row: Row) => ({
    goal: row.goal,
    ...(isNew(row) ? { name: row.name, agent_definition_id: agentId ?? null } : { scenario_id: row.scenario_id }),
  });
  const isMany = "traces" in source;
  const form = useSaveForm({
    initial: emptyRow,
    save: isMany
      ? withInput(addRowsFromTraces, (row: Row) => ({ ...rowOf(row), traces: source.traces }))
      : withInput(addRowFromSource, (row: Row) => ({ ...rowOf(row), source_type: source.type, source_id: source.id })),
    onSaved: ({ scenario_id: id }) => {
      onClose();
      const open = () => router.push(links.scenario(id));
      const title = isMany ? "Rows are being added" : "Scenario row added";
      toast.done({ title, action: { label: "Open the scenario", run: open } });
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={isMany ? "Make scenario rows" : "Make a scenario row"}
      description={
        isMany ? MANY : "The user's messages become the row's script, word for word. Every later run plays it."
      }
      action={isMany ? "Make rows" : "Make row"}
      form={form}
      disabled={isNew(form.values) ? form.values.name.trim() === "" : form.values.scenario_id === null}
    >
      <RowFields form={form} isNew={isNew(form.values)} scenarios={scenarios} />
    </FormDialog>
  );
}

function RowFields({ form, isNew, scenarios }: { form: SaveForm<Row>; isNew: boolean; scenarios: Choices }) {
  return (
    <>
      <RadioGroup
        label="Scenario to add to"
        value={isNew ? "new" : "known"}
        onChange={(destination) => form.set({ destination })}
        options={destinations.map((option) => ({
          ...option,
          disabled: option.value === "known" && scenarios.isNone,
        }))}
      />
      {isNew ? (
        <TextField form={form} name="name" label="Name of the new scenario" maxLength={255} />
      ) : (
        <ChoiceField
          form={form}
          name="scenario_id"
          label="Scenario"
          choices={scenarios}
          placeholder="Choose a scenario"
        />
      )}
      <TextareaField
        form={form}
        name="goal"
        label="How it should have ended"
        optional
        hint="The ideal outcome. Evaluations can use it as an input."
        maxLength={LONGEST_GOAL}
      />
    </>
  );
}
