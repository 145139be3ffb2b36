"use client";
import { X } from "lucide-react";
import { Refusal, SelectField, useRefusal } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { aggregations } from "@/lib/contracts/evaluation/names";
import { keyedList } from "../../_components/keyed-list";
import { useTemplateOptions } from "../../_components/use-template-options";
import { aggregationWords } from "../../_components/words";
import type { FieldProps } from "./field-props";
import { newPart, type PartDraft } from "./template-form";
import { ThresholdField } from "./threshold-field";

const MOST = 50;
const aggregationOptions = aggregations.map((value) => ({ value, label: aggregationWords[value] }));

interface Props extends FieldProps {
  /** The template itself, which cannot be its own part. */
  ownId: string | undefined;
}

/** The parts of a composite template, and how their scores are combined. */
export function CompositeFields({ form, ownId }: Props) {
  const { parts, aggregation } = form.values;
  const list = keyedList(parts, (next) => form.set({ parts: next }));
  const refusal = useRefusal(form, "children");
  return (
    <section className="grid max-w-3xl gap-4">
      <h2 className="text-base font-medium">Parts</h2>
      {parts.map((part, index) => (
        <PartFields
          key={part.key}
          part={part}
          position={index + 1}
          ownId={ownId}
          isWeighted={aggregation === "weighted_avg"}
          onChange={(changes) => list.change(part.key, changes)}
          onRemove={parts.length > 1 ? () => list.remove(part.key) : null}
        />
      ))}
      <Refusal text={refusal} />
      <div>
        <Button size="small" disabled={parts.length >= MOST} onClick={() => list.add(newPart())}>
          Add part
        </Button>
      </div>
      <SelectField
        form={form}
        name="aggregation"
        label="Combined by"
        hint="There is a score only if every part has one."
        options={aggregationOptions}
      />
      <ThresholdField form={form} />
    </section>
  );
}

interface PartProps extends Pick<Props, "ownId"> {
  part: PartDraft;
  /** From 1. */
  position: number;
  isWeighted: boolean;
  onChange: (changes: Partial<PartDraft>) => void;
  /** Null for the only part. */
  onRemove: (() => void) | null;
}

function PartFields({ part, position, ownId, isWeighted, onChange, onRemove }: PartProps) {
  const { options, empty } = useTemplateOptions();
  return (
    <fieldset className="flex flex-wrap items-end gap-2">
      <legend className="sr-only">Part {position}</legend>
      <div className="min-w-48 flex-1">
        <Field label={`Part ${position}`}>
          <SearchSelect
            options={options.filter(({ value }) => value !== ownId)}
            value={part.templateId}
            onChange={(templateId) => onChange({ templateId })}
            placeholder="Type a name or what it measures"
            empty={empty}
          />
        </Field>
      </div>
      {isWeighted ? (
        <Field label="Weight">
          <NumberField
            min={0}
            max={1000}
            value={part.weight}
            onChange={(weight) => onChange({ weight })}
            aria-label={`Weight of part ${position}`}
          />
        </Field>
      ) : null}
      <IconButton label={`Remove part ${position}`} disabled={!onRemove} onClick={() => onRemove?.()}>
        <X aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}
