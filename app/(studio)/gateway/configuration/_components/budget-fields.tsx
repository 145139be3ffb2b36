"use client";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { actions, periods } from "../../_components/choices";
import { ConfigField } from "./fields/config-field";
import { FieldGroup } from "./fields/field-group";
import { schemaAt } from "./schema";
import { problemAt, useConfigDraft } from "./use-draft";
import { type Path, recordAt } from "./values";

interface Props {
  path: Path;
  title?: string;
  /** Whether the budget may be absent. */
  isOptional?: boolean;
}

const NONE = "none";

/** A budget: its period, its limit, and the action beyond it. */
export function BudgetFields({ path, title, isOptional = true }: Props) {
  const draft = useConfigDraft();
  const schema = schemaAt(draft.schema, draft.config, path);
  const budget = recordAt(draft.config, path);
  const period = typeof budget.period === "string" ? budget.period : NONE;
  const options = periods("None").filter(({ value }) => isOptional || value !== NONE);
  const set = (next: string) =>
    draft.set(path, next === NONE ? undefined : { action: "block", limit: "", ...budget, period: next });
  return (
    <div data-field={path.join(".")}>
      <FieldGroup
        title={title ?? schema?.title ?? ""}
        hint={schema?.description ? `${schema.description}.` : undefined}
        problem={problemAt(draft, path, false)}
        isInner
      >
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-3">
          <Field label="Period" error={problemAt(draft, [...path, "period"], false)}>
            <Select
              value={options.find(({ value }) => value === period)?.value ?? null}
              options={options}
              onChange={set}
            />
          </Field>
          {period === NONE ? null : (
            <>
              <ConfigField path={[...path, "limit"]} />
              <Field label="When spent" error={problemAt(draft, [...path, "action"], false)}>
                <Select
                  value={actions.find(({ value }) => value === budget.action)?.value ?? "block"}
                  options={actions}
                  onChange={(action) => draft.set([...path, "action"], action)}
                />
              </Field>
            </>
          )}
        </div>
      </FieldGroup>
    </div>
  );
}
