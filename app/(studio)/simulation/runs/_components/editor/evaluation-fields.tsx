"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Field } from "@/app/_ui/field";
import { SearchSelect } from "@/app/_ui/search-select";
import { TemplatePicker } from "@/app/(studio)/_components/template-picker";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { logIgnored } from "@/lib/error-report";
import { callSources, guessedMapping, type Judged } from "./run-form";

interface Props {
  value: readonly Judged[];
  onChange: (value: readonly Judged[]) => void;
  error: string | undefined;
}

/** The templates that evaluate each call, and the sources of their inputs. */
export function EvaluationFields({ value, onChange, error }: Props) {
  const client = useQueryClient();
  const choose = async (ids: string[]) => {
    const known = new Map(value.map((one) => [one.templateId, one]));
    const all = ids.map(async (templateId): Promise<Judged> => {
      const existing = known.get(templateId);
      if (existing) return existing;
      const template = await client
        .ensureQueryData(evalTemplateQuery(templateId))
        .catch(logIgnored("read a template's inputs"));
      return { templateId, name: template?.name ?? null, mapping: guessedMapping(template?.required_keys ?? []) };
    });
    onChange(await Promise.all(all));
  };
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-medium">Evaluation</h2>
      <Field
        label="Evaluations"
        optional
        error={error}
        hint="A row's expected tool calls and states are always checked."
      >
        <TemplatePicker value={value.map(({ templateId }) => templateId)} onChange={choose} />
      </Field>
      {value.map((judged) => (
        <Mapping
          key={judged.templateId}
          judged={judged}
          onChange={(mapping) =>
            onChange(value.map((one) => (one.templateId === judged.templateId ? { ...one, mapping } : one)))
          }
        />
      ))}
    </section>
  );
}

function Mapping({ judged, onChange }: { judged: Judged; onChange: (mapping: Record<string, string>) => void }) {
  const template = useQuery(evalTemplateQuery(judged.templateId)).data;
  return (
    <fieldset className="grid gap-3 border-l border-line pl-4">
      <legend className="sr-only">Inputs of {template?.name}</legend>
      <p className="text-soft">{template?.name}</p>
      {Object.entries(judged.mapping).map(([key, source]) => (
        <Field key={key} label={key}>
          <SearchSelect
            options={callSources}
            value={source}
            onChange={(next) => onChange({ ...judged.mapping, [key]: next })}
            placeholder="Choose a source"
            empty="No results"
          />
        </Field>
      ))}
    </fieldset>
  );
}
