"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { FormField, RadioField, TextareaField } from "@/app/_form/fields";
import { type SaveForm, useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Input } from "@/app/_ui/control/input";
import { Picker } from "@/app/_ui/control/picker";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { evalTemplateQuery, giveEvalFeedback } from "@/lib/client/evaluation";
import type { Output } from "@/lib/contracts/contract";
import type { giveEvalFeedback as contract, FeedbackValue } from "@/lib/contracts/evaluation/feedback";
import type { getEvalLog } from "@/lib/contracts/evaluation/logs";
import type { FeedbackAction } from "@/lib/contracts/evaluation/names";
import { verdictText } from "../../_components/verdict-text";
import type { Template } from "../../templates/_components/template-form";
import { controlOf, foundOf } from "./feedback-draft";

interface Props {
  run: Output<typeof getEvalLog>;
  onGiven: (answer: Output<typeof contract>) => void;
  onClose: () => void;
}

interface FeedbackForm {
  verdict: "right" | "wrong";
  /** Empty, or a list for templates with several labels. */
  value: FeedbackValue;
  explanation: string;
  action_type: FeedbackAction;
}

/** Feedback on a run: whether its result is right, the right one, and why. The run does not change. */
export function FeedbackDialog({ run, onGiven, onClose }: Props) {
  const template = useQuery(evalTemplateQuery(run.template_id));
  const found = run.outcome === "scored" ? foundOf(run.output.output) : null;
  const initial: FeedbackForm = {
    verdict: found === null ? "wrong" : "right",
    value: "",
    explanation: "",
    action_type: "keep",
  };
  const form = useSaveForm({
    initial,
    save: withInput(giveEvalFeedback, ({ verdict, value, ...rest }: FeedbackForm) => ({
      ...rest,
      log_id: run.log_id,
      value: verdict === "right" && found !== null ? found : value,
    })),
    onSaved: (answer) => {
      onGiven(answer);
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Give feedback"
      description="The run does not change. Your earlier feedback on it is replaced."
      size="small"
      action="Keep"
      form={form}
      disabled={!template.data}
    >
      <Loaded
        found={template}
        problem="The template could not be loaded"
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {(loaded) => (
          <>
            {found === null ? null : <Verdict form={form} found={found} />}
            {form.values.verdict === "right" ? null : <RightResult form={form} template={loaded} />}
            <TextareaField form={form} name="explanation" label="Why" optional maxLength={10_000} />
            <Use form={form} template={loaded} />
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

const Verdict = ({ form, found }: { form: SaveForm<FeedbackForm>; found: FeedbackValue }) => (
  <RadioField
    form={form}
    name="verdict"
    label="Is it right?"
    hideLabel
    options={[
      { value: "right", label: `${verdictText(found)} is right` },
      { value: "wrong", label: "It is wrong" },
    ]}
  />
);

interface FieldProps {
  form: SaveForm<FeedbackForm>;
  template: Template;
}

function RightResult({ form, template }: FieldProps) {
  const control = controlOf(template);
  const isShare = control.kind === "number" && template.output === "score";
  return (
    <FormField form={form} name="value" label="Right result" hint={isShare ? "A number from 0 to 1." : undefined}>
      {({ value, onChange }) => {
        const text = Array.isArray(value) ? "" : String(value);
        if (control.kind === "one")
          return <Select value={text || null} placeholder="Choose" options={optionsOf(control)} onChange={onChange} />;
        if (control.kind === "many")
          return (
            <Picker
              options={optionsOf(control)}
              value={Array.isArray(value) ? value : []}
              onChange={onChange}
              placeholder="Type a label"
              empty="No label matches"
            />
          );
        if (control.kind === "number") return <Input inputMode="decimal" value={text} onChange={onChange} />;
        return <Textarea maxLength={10_000} value={text} onChange={onChange} />;
      }}
    </FormField>
  );
}

const optionsOf = ({ options }: { options: readonly string[] }) =>
  options.map((option) => ({ value: option, label: option }));

function Use({ form, template }: FieldProps) {
  const learns = template.owner === "user" && template.eval_type !== "code" && template.children.length === 0;
  return (
    <RadioField
      form={form}
      name="action_type"
      label="Use of the feedback"
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
  );
}
