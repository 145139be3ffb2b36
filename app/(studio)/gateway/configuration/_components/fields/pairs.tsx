"use client";
import { Plus, X } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import type { Config } from "../config-text";
import { schemaAt } from "../schema";
import { problemAt, useConfigDraft } from "../use-draft";
import { freeName, type Path, recordAt, withName } from "../values";
import { ProblemLine } from "./field-group";
import { NameInput } from "./name-input";
import { ValueControl } from "./value-control";

/** Name and value pairs, e.g. a webhook's headers. */
export function Pairs({ path }: { path: Path }) {
  const draft = useConfigDraft();
  const record = recordAt(draft.config, path);
  const others = schemaAt(draft.schema, draft.config, path)?.additionalProperties;
  if (typeof others !== "object") return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      {Object.keys(record).map((name, index) => {
        const problem = problemAt(draft, [...path, name], true);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a renamed pair stays the same pair
          <div key={index} data-field={[...path, name].join(".")} className="w-full max-w-2xl">
            <div className="flex items-center gap-2">
              <div className="min-w-0 flex-1">
                <NameInput
                  aria-label={`Name ${index + 1}`}
                  path={path}
                  name={name}
                  // Safe because a configuration stays an object.
                  onRename={(next) => draft.write(withName(draft.config, path, name, next) as Config)}
                />
              </div>
              <div className="min-w-0 flex-2">
                <ValueControl path={[...path, name]} schema={others} aria-label={`Value of ${name}`} />
              </div>
              <IconButton label={`Remove ${name}`} onClick={() => draft.set([...path, name], undefined)}>
                <X aria-hidden="true" />
              </IconButton>
            </div>
            {problem ? <ProblemLine>{problem}</ProblemLine> : null}
          </div>
        );
      })}
      <Button
        size="small"
        icon={<Plus aria-hidden="true" />}
        onClick={() => draft.set([...path, freeName(record, "new")], "")}
      >
        Add
      </Button>
    </div>
  );
}
