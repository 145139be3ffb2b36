import { Field } from "@/app/_ui/field";
import { NumberField } from "@/app/_ui/number-field";
import { fieldError } from "@/lib/client/call-error";
import { MAX_TURNS } from "@/lib/contracts/simulation/call-names";
import { type RunForm, turnsError } from "./run-form";

interface TurnProps {
  form: RunForm;
  onChange: (changes: Partial<RunForm>) => void;
  error: unknown;
}

/** The maximum and minimum length of a conversation. */
export function TurnFields({ form, onChange, error }: TurnProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Maximum turns" hint="Counts the agent's turns." error={fieldError(error, "settings.max_turns")}>
        <NumberField
          value={form.turns}
          onChange={(turns) => onChange({ turns })}
          min={1}
          max={MAX_TURNS}
          aria-label="Maximum turns"
        />
      </Field>
      <Field
        label="Minimum turns"
        hint="A model-driven customer cannot hang up earlier. A script ends where it ends."
        error={turnsError(form) ?? fieldError(error, "settings.min_turns")}
      >
        <NumberField
          value={form.minTurns}
          onChange={(minTurns) => onChange({ minTurns })}
          min={0}
          max={MAX_TURNS}
          aria-label="Minimum turns"
        />
      </Field>
    </div>
  );
}
