"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Textarea } from "@/app/_ui/control/textarea";
import { Section } from "@/app/_ui/page/section";
import type { Input } from "./column";
import { RowDialog } from "./row-dialog";

interface Props {
  inputs: readonly Input[];
  texts: Readonly<Record<string, string>>;
  onTexts: (changes: Record<string, string>) => void;
}

const hints: Record<Input["kind"], string | null> = {
  text: null,
  number: "A number.",
  boolean: "true or false.",
  json: "JSON, or a text.",
  messages: "A JSON list of messages; empty for none.",
};

/** The values of variables and placeholders, typed or from a dataset's row. */
export function InputFields({ inputs, texts, onTexts }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Section title="Values">
      {inputs.length === 0 ? (
        <p className="text-soft">The prompt has no variables.</p>
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[repeat(2,minmax(0,1fr))]">
            {inputs.map(({ name, kind }) => (
              <Field key={name} label={name} hint={hints[kind]}>
                <Textarea value={texts[name] ?? ""} onChange={(event) => onTexts({ [name]: event.target.value })} />
              </Field>
            ))}
          </div>
          <Button className="mt-3" onClick={() => setChoosing(true)}>
            Fill from a dataset row
          </Button>
        </>
      )}
      {isChoosing ? (
        <RowDialog
          inputs={inputs}
          onRow={(row) => {
            onTexts(row);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </Section>
  );
}
