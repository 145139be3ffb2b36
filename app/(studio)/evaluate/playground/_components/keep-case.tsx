"use client";
import NextLink from "next/link";
import { useState } from "react";
import { SelectField, TextareaField, TextField } from "@/app/_form/fields";
import { type SaveForm, useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { keepEvalCase } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { runInPlayground } from "@/lib/contracts/evaluation/playground";
import { draftOf, type ExpectedDraft, expectedKinds, expectedOf, kindWords } from "./expected";
import type { Side } from "./use-side";

interface Props {
  request: NonNullable<Side["lastRequest"]>;
  result: Output<typeof runInPlayground>["result"];
}

/** Saves a run's inputs and the expected result as a test case of its template. */
export function KeepCase(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isKept, setKept] = useState(false);
  if (isKept)
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        <Status tone="good" shape="check">
          Saved as a test case
        </Status>
        <NextLink
          href={links.evalCases(props.request.template_id ?? "")}
          className="reach text-accent underline-offset-2 hover:underline"
        >
          Test cases of the template
        </NextLink>
      </p>
    );
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Save as a test case</Button>
      {isOpen ? <KeepDialog {...props} onKept={() => setKept(true)} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function KeepDialog({ request, result, onKept, onClose }: Props & { onKept: () => void; onClose: () => void }) {
  const { template_id: id = "", mapping = {}, params } = request;
  const form = useSaveForm({
    initial: draftOf(result),
    save: withInput(keepEvalCase, (draft: ExpectedDraft) => ({
      id,
      mapping,
      params: params ?? {},
      // The button waits until the draft is complete.
      expected: expectedOf(draft) ?? { kind: "unscored" },
    })),
    onSaved: onKept,
  });
  const { kind } = form.values;
  const isComplete = expectedOf(form.values) !== null;
  return (
    <FormDialog
      onClose={onClose}
      title="Save as a test case"
      description="The template keeps these inputs. Run them again later to check that it still gives this result."
      size="small"
      action="Save"
      form={form}
      disabled={!isComplete}
    >
      <SelectField
        form={form}
        name="kind"
        label="Expected result"
        options={expectedKinds(result.output_type).map((value) => ({ value, label: kindWords[value] }))}
      />
      {kind === "score" ? <ScoreRange form={form} isComplete={isComplete} /> : null}
      {kind === "labels" ? (
        <TextareaField
          form={form}
          name="labels"
          at="expected.labels"
          label="Labels"
          hint="One per line. Exactly these labels are expected."
        />
      ) : null}
    </FormDialog>
  );
}

const ScoreRange = ({ form, isComplete }: { form: SaveForm<ExpectedDraft>; isComplete: boolean }) => (
  <div className="grid grid-cols-2 gap-4">
    <TextField
      form={form}
      name="from"
      at="expected.from"
      label="From"
      error={isComplete ? null : "Enter two numbers, the lower first."}
      inputMode="decimal"
    />
    <TextField form={form} name="to" at="expected.to" label="To" inputMode="decimal" />
  </div>
);
