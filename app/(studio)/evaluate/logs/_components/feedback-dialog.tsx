"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { ErrorState } from "@/app/_ui/error-state";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Picker } from "@/app/_ui/picker";
import { RadioGroup } from "@/app/_ui/radio-group";
import { Select } from "@/app/_ui/select";
import { Skeleton } from "@/app/_ui/skeleton";
import { Textarea } from "@/app/_ui/textarea";
import { CallError, fieldError } from "@/lib/client/call-error";
import { evalTemplateQuery, giveEvalFeedback } from "@/lib/client/evaluation";
import type { Output } from "@/lib/contracts/contract";
import type { giveEvalFeedback as contract, FeedbackValue } from "@/lib/contracts/evaluation/feedback";
import type { getEvalLog } from "@/lib/contracts/evaluation/logs";
import type { FeedbackAction } from "@/lib/contracts/evaluation/names";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { verdictText } from "../../_components/verdict-text";
import { controlOf, foundOf } from "./feedback-draft";

interface Props {
  run: Output<typeof getEvalLog>;
  onGiven: (answer: Output<typeof contract>) => void;
  onClose: () => void;
}

/** Feedback on a run: whether its result is right, the right one, and why. The run does not change. */
export function FeedbackDialog(props: Props) {
  const template = useQuery(evalTemplateQuery(props.run.template_id));
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Give feedback"
      description="The run does not change. Your earlier feedback on it is replaced."
      size="small"
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="feedback" busy={isBusy} disabled={!template.data}>
            Keep
          </Button>
        </>
      }
    >
      {template.data ? (
        <Form {...props} template={template.data} onBusy={setBusy} />
      ) : template.isError ? (
        <ErrorState
          title="The template could not be loaded"
          error={template.error}
          onRetry={() => template.refetch()}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}

interface FormProps extends Props {
  template: Output<typeof getEvalTemplate>;
  onBusy: (isBusy: boolean) => void;
}

function Form({ run, template, onGiven, onClose, onBusy }: FormProps) {
  const found = run.outcome === "scored" ? foundOf(run.output.output) : null;
  const control = controlOf(template);
  const [isRight, setRight] = useState(found !== null);
  const [value, setValue] = useState<FeedbackValue>(control.kind === "many" ? [] : "");
  const [explanation, setExplanation] = useState("");
  const [action, setAction] = useState<FeedbackAction>("keep");
  const { mutate, isPending, error } = useMutation(giveEvalFeedback);
  const learns = template.owner === "user" && template.eval_type !== "code" && template.children.length === 0;
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    onBusy(true);
    mutate(
      { log_id: run.log_id, action_type: action, value: isRight && found !== null ? found : value, explanation },
      {
        onSuccess: (answer) => {
          onGiven(answer);
          onClose();
        },
        onSettled: () => onBusy(false),
      },
    );
  };
  const isShown = error instanceof CallError && "value" in error.fields && !isRight;
  const text = Array.isArray(value) ? "" : String(value);
  return (
    <form id="feedback" onSubmit={give} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {found === null ? null : (
        <RadioGroup
          label="Is it right?"
          value={isRight ? "right" : "wrong"}
          onChange={(next) => setRight(next === "right")}
          options={[
            { value: "right", label: `${verdictText(found)} is right` },
            { value: "wrong", label: "It is wrong" },
          ]}
        />
      )}
      {found !== null && isRight ? null : (
        <Field
          label="Right result"
          error={fieldError(error, "value")}
          hint={control.kind === "number" && template.output === "score" ? "A number from 0 to 1." : undefined}
        >
          {control.kind === "one" ? (
            <Select
              value={text === "" ? null : text}
              placeholder="Choose"
              options={control.options.map((option) => ({ value: option, label: option }))}
              onChange={setValue}
            />
          ) : control.kind === "many" ? (
            <Picker
              options={control.options.map((option) => ({ value: option, label: option }))}
              value={Array.isArray(value) ? value : []}
              onChange={setValue}
              placeholder="Type a label"
              empty="No label matches"
            />
          ) : control.kind === "number" ? (
            <Input inputMode="decimal" value={text} onChange={(event) => setValue(event.target.value)} />
          ) : (
            <Textarea maxLength={10_000} value={text} onChange={(event) => setValue(event.target.value)} />
          )}
        </Field>
      )}
      <Field label="Why" optional error={fieldError(error, "explanation")}>
        <Textarea maxLength={10_000} value={explanation} onChange={(event) => setExplanation(event.target.value)} />
      </Field>
      <fieldset>
        <legend className="mb-2 font-medium">Use of the feedback</legend>
        <RadioGroup
          label="Use of the feedback"
          value={action}
          onChange={setAction}
          options={[
            { value: "keep", label: "Keep it with the run" },
            {
              value: "retune",
              label: "Add it to the template as an example",
              hint: learns
                ? "Creates a new version. Its scores are not compared with earlier ones."
                : "Only your own judged templates can have examples. Duplicate this one first.",
              disabled: !learns,
            },
            {
              value: "recalculate",
              label: "Run the template again on the same inputs",
              hint: "Starts a separate run of the current version, which costs as much as any run.",
            },
          ]}
        />
      </fieldset>
      {error && !isShown ? (
        <p role="alert" className="text-bad">
          {error instanceof CallError
            ? (fieldError(error, "action_type") ?? fieldError(error, "value") ?? error.message)
            : error.message}
        </p>
      ) : null}
    </form>
  );
}
