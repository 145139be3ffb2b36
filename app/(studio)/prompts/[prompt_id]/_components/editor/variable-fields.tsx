"use client";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { Section } from "@/app/_ui/page/section";
import { variableTypes } from "@/lib/contracts/prompts/names";
import { type EditedVariable, type EditorValues, keptBracesOf, variablesOf } from "./prompt-form";

const types = variableTypes.map((value) => ({ value, label: value === "json" ? "JSON" : value }));

/** The variables that the messages contain, each with its type and an example. */
export function VariableFields({ form }: { form: SaveForm<EditorValues> }) {
  const variables = variablesOf(form.values);
  const kept = keptBracesOf(form.values.messages);
  const edit = (changed: EditedVariable) =>
    form.set({ variables: variables.map((variable) => (variable.name === changed.name ? changed : variable)) });
  return (
    <Section title="Variables">
      {variables.length === 0 ? (
        <p className="text-soft">
          None. Write <code className="font-mono">{"{{name}}"}</code> in a message to make one.
        </p>
      ) : (
        <ul className="grid gap-2">
          {variables.map((variable) => (
            <li
              key={variable.name}
              className="grid grid-cols-[minmax(0,1fr)] items-center gap-2 sm:grid-cols-[10rem_8rem_minmax(0,1fr)]"
            >
              <code className="font-mono text-xs wrap-anywhere">{`{{${variable.name}}}`}</code>
              <Select
                aria-label={`Type of ${variable.name}`}
                value={variable.type}
                options={types}
                onChange={(type) => edit({ ...variable, type })}
              />
              <Input
                aria-label={`Example of ${variable.name}`}
                placeholder="Example"
                value={variable.example}
                onChange={(event) => edit({ ...variable, example: event.target.value })}
              />
            </li>
          ))}
        </ul>
      )}
      {kept.length === 0 ? null : (
        <p role="status" className="mt-2 text-warn wrap-anywhere">
          Sent as it is: <code className="font-mono">{kept.join(" ")}</code>. The name of a variable has only letters,
          digits and underscores.
        </p>
      )}
    </Section>
  );
}
