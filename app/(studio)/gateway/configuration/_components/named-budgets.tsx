"use client";
import { Plus, X } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { BudgetFields } from "./budget-fields";
import type { Config } from "./config-text";
import { FieldGroup } from "./fields/field-group";
import { NameInput } from "./fields/name-input";
import { schemaAt } from "./schema";
import { problemAt, useConfigDraft } from "./use-draft";
import { freeName, type Path, recordAt, withName } from "./values";

/** Budgets of individual models or users, by name. */
export function NamedBudgets({ path, noun }: { path: Path; noun: string }) {
  const draft = useConfigDraft();
  const record = recordAt(draft.config, path);
  const schema = schemaAt(draft.schema, draft.config, path);
  const add = () =>
    draft.set([...path, freeName(record, `my-${noun}`)], { period: "monthly", limit: "", action: "block" });
  return (
    <FieldGroup title={schema?.title ?? ""} hint={schema?.description} problem={problemAt(draft, path, false)} isInner>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
        {Object.keys(record).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a renamed budget stays the same one
          <div key={index} className="grid w-full grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-line p-3">
            <div className="flex items-center gap-2">
              <div className="min-w-0 max-w-sm flex-1">
                <NameInput
                  aria-label={`Name of ${noun} ${index + 1}`}
                  path={path}
                  name={name}
                  // Safe because a configuration stays an object.
                  onRename={(next) => draft.write(withName(draft.config, path, name, next) as Config)}
                />
              </div>
              <IconButton label={`Remove ${name}`} onClick={() => draft.set([...path, name], undefined)}>
                <X aria-hidden="true" />
              </IconButton>
            </div>
            <BudgetFields path={[...path, name]} title={`Budget for ${name}`} isOptional={false} />
          </div>
        ))}
        <Button size="small" icon={<Plus aria-hidden="true" />} onClick={add}>
          Add {noun}
        </Button>
      </div>
    </FieldGroup>
  );
}
