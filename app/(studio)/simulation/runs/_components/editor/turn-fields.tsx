import { NumberInput } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { MAX_TURNS } from "@/lib/contracts/simulation/call-names";
import { type RunForm, turnsError } from "./run-form";

/** The maximum and minimum length of a conversation. */
export function TurnFields({ form }: { form: SaveForm<RunForm> }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <NumberInput
        form={form}
        name="turns"
        at="settings.max_turns"
        label="Maximum turns"
        hint="Counts the agent's turns."
        min={1}
        max={MAX_TURNS}
      />
      <NumberInput
        form={form}
        name="minTurns"
        at="settings.min_turns"
        label="Minimum turns"
        hint="A model-driven customer cannot hang up earlier. A script ends where it ends."
        error={turnsError(form.values)}
        min={0}
        max={MAX_TURNS}
      />
    </div>
  );
}
