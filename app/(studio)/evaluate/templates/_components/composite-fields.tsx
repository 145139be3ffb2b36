"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Select } from "@/app/_ui/control/select";
import { CallError } from "@/lib/client/call-error";
import { evalTemplateNamesQuery } from "@/lib/client/evaluation";
import { aggregations } from "@/lib/contracts/evaluation/names";
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
export function CompositeFields({ form, onChange, error, ownId }: Props) {
  const { parts, aggregation } = form;
  const names = useQuery(evalTemplateNamesQuery());
  const options = (names.data ?? []).flatMap(({ id, name, description }) =>
    id === ownId ? [] : { value: id, label: name, hint: description },
  );
  const isWeighted = aggregation === "weighted_avg";
  const problem = errorOf(error);
  return (
    <section className="grid max-w-3xl gap-4">
      <h2 className="text-base font-medium">Parts</h2>
      {parts.map((part, index) => {
        const set = (changes: Partial<PartDraft>) =>
          onChange({ parts: parts.map((other) => (other.key === part.key ? { ...other, ...changes } : other)) });
        return (
          <fieldset key={part.key} className="flex flex-wrap items-end gap-2">
            <legend className="sr-only">Part {index + 1}</legend>
            <div className="min-w-48 flex-1">
              <Field label={`Part ${index + 1}`}>
                <SearchSelect
                  options={options}
                  value={part.templateId}
                  onChange={(templateId) => set({ templateId })}
                  placeholder="Type a name or what it measures"
                  empty={names.isPending ? "Loading…" : "No results"}
                />
              </Field>
            </div>
            {isWeighted ? (
              <Field label="Weight">
                <NumberField
                  min={0}
                  max={1000}
                  value={part.weight}
                  onChange={(weight) => set({ weight })}
                  aria-label={`Weight of part ${index + 1}`}
                />
              </Field>
            ) : null}
            <IconButton
              label={`Remove part ${index + 1}`}
              disabled={parts.length <= 1}
              onClick={() => onChange({ parts: parts.filter(({ key }) => key !== part.key) })}
            >
              <X aria-hidden="true" />
            </IconButton>
          </fieldset>
        );
      })}
      {problem ? (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      ) : null}
      <div>
        <Button size="small" disabled={parts.length >= MOST} onClick={() => onChange({ parts: [...parts, newPart()] })}>
          Add part
        </Button>
      </div>
      <Field label="Combined by" hint="There is a score only if every part has one.">
        <Select value={aggregation} options={aggregationOptions} onChange={(next) => onChange({ aggregation: next })} />
      </Field>
      <ThresholdField value={form.threshold} onChange={(threshold) => onChange({ threshold })} error={error} />
    </section>
  );
}

function errorOf(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  return Object.entries(error.fields)
    .find(([field]) => /^children(?:\.|$)/.test(field))?.[1]
    .join(" ");
}
