"use client";
import { useAddress } from "@/app/_components/use-address";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { type NewQueue, withTemplate } from "./new-queue";
import { queueTemplates, templateNames } from "./templates";

const EMPTY = "empty";

const options = [
  { value: EMPTY, label: "An empty queue", hint: "You choose its labels and rules" },
  ...templateNames.map((name) => ({
    value: name,
    label: queueTemplates[name].title,
    hint: queueTemplates[name].about,
  })),
] as const;

/** Fills the form for a usual job. The choice is in the address. */
export function TemplateChoice({ form }: { form: SaveForm<NewQueue> }) {
  const { set } = useAddress();
  const choose = (value: (typeof options)[number]["value"]) => {
    const name = value === EMPTY ? null : value;
    form.set(withTemplate(form.values, name));
    set({ template: name }, { keepsBack: false });
  };
  return (
    <div className="max-w-md">
      <Field
        label="Start from"
        hint="A template fills in labels, layout, rules and instructions. Name, source and people stay as they are."
      >
        <Select value={form.values.template ?? EMPTY} options={options} onChange={choose} />
      </Field>
    </div>
  );
}
