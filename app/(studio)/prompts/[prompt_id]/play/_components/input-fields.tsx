"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Textarea } from "@/app/_ui/control/textarea";
import { Section } from "@/app/_ui/page/section";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import type { Input } from "./column";
import { RowDialog } from "./row-dialog";
import type { RecordedResult } from "./tools";
import { TraceDialog } from "./trace-dialog";

interface Props {
  inputs: readonly Input[];
  contents: readonly PromptContent[];
  texts: Readonly<Record<string, string>>;
  /** What was refused of them, by name. */
  problems: Readonly<Record<string, string>>;
  type: (changes: Record<string, string>) => void;
  /** Results of tools in the trace from which values come. */
  setRecorded: (recorded: readonly RecordedResult[]) => void;
}

const hints: Record<Input["kind"], string | null> = {
  text: null,
  number: "A number.",
  boolean: "true or false.",
  json: "JSON, or a text.",
  messages: "A JSON list of messages; empty for none.",
};

/** The values of variables and placeholders, typed, from a dataset's row, or from a trace. */
export function InputFields({ inputs, contents, texts, problems, type, setRecorded }: Props) {
  const [open, setOpen] = useState<"row" | "trace" | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Values">
      {inputs.length === 0 ? (
        <p className="text-soft">The prompt has no variables.</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[repeat(2,minmax(0,1fr))]">
          {inputs.map(({ name, kind }) => (
            <Field key={name} label={name} hint={hints[kind]} error={problems[name]}>
              <Textarea value={texts[name] ?? ""} onChange={(event) => type({ [name]: event.target.value })} />
            </Field>
          ))}
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {inputs.length > 0 ? <Button onClick={() => setOpen("row")}>Fill from a dataset row</Button> : null}
        <Button onClick={() => setOpen("trace")}>Fill from a trace</Button>
      </div>
      {open === "trace" ? (
        <TraceDialog
          inputs={inputs}
          contents={contents}
          onValues={(values, recorded) => {
            type(values);
            setRecorded(recorded);
            close();
          }}
          onClose={close}
        />
      ) : null}
      {open === "row" ? (
        <RowDialog
          inputs={inputs}
          onRow={(row) => {
            type(row);
            close();
          }}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}
