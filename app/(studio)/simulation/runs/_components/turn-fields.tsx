import { Field } from "@/app/_ui/field";
import { NumberField } from "@/app/_ui/number-field";
import { fieldError } from "@/lib/client/call-error";
import { MAX_TURNS } from "@/lib/contracts/simulation/call-names";
import { type RunForm, turnsFlaw } from "./run-form";

interface TurnProps {
  form: RunForm;
  onChange: (changes: Partial<RunForm>) => void;
  error: unknown;
}

/** How long a conversation may be, and has to be. */
export function TurnFields({ form, onChange, error }: TurnProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Turns at most" hint="Turns of the agent." error={fieldError(error, "settings.max_turns")}>
        <NumberField
          value={form.turns}
          onChange={(turns) => onChange({ turns })}
          min={1}
          max={MAX_TURNS}
          aria-label="Turns at most"
        />
      </Field>
      <Field
        label="Turns at least"
        hint="Before a customer that a model plays may hang up; a script ends where it ends."
        error={turnsFlaw(form) ?? fieldError(error, "settings.min_turns")}
      >
        <NumberField
          value={form.leastTurns}
          onChange={(leastTurns) => onChange({ leastTurns })}
          min={0}
          max={MAX_TURNS}
          aria-label="Turns at least"
        />
      </Field>
    </div>
  );
}
