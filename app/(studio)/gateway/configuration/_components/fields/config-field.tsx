"use client";
import type { ReactNode } from "react";
import { Field } from "@/app/_ui/control/field";
import { Switch } from "@/app/_ui/control/switch";
import { kindOf, schemaAt } from "../schema";
import { problemAt, useConfigDraft } from "../use-draft";
import { type Path, valueAt } from "../values";
import { hintFor, labelFor } from "../words";
import { EntryList } from "./entry-list";
import { FieldGroup } from "./field-group";
import { Pairs } from "./pairs";
import { ValueControl } from "./value-control";

interface Props {
  path: Path;
  /** Replaces the schema's title. */
  label?: string;
  hint?: ReactNode;
  /** Suggestions while typing. */
  suggestions?: readonly string[];
}

/** One value of the draft. The schema determines its control and label; the server reports its problems. */
export function ConfigField({ path, label, hint, suggestions }: Props) {
  const draft = useConfigDraft();
  const schema = schemaAt(draft.schema, draft.config, path);
  if (!schema) return null;
  const kind = kindOf(schema);
  const field = path.join(".");
  const member = String(path.at(-1));
  const title = label ?? schema.title ?? labelFor(member);
  const hintText = hint ?? hintFor(schema, member);
  const isOwnGroup = kind === "pairs" || kind === "entries" || kind === "fields";
  const isWide = isOwnGroup || kind === "lines" || kind === "json" || (schema.maxLength ?? 0) > LONG;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to blur events of its control
    <div data-field={field} className={isWide ? "sm:col-span-2" : undefined} onBlur={() => draft.leave(field)}>
      {isOwnGroup ? (
        <FieldGroup title={title} hint={hintText} problem={problemAt(draft, path, false)} isInner={path.length > 2}>
          {kind === "pairs" ? (
            <Pairs path={path} />
          ) : kind === "entries" ? (
            <EntryList path={path} noun={title}>
              {(entry) => <ConfigFields path={entry} />}
            </EntryList>
          ) : (
            <ConfigFields path={path} />
          )}
        </FieldGroup>
      ) : kind === "switch" && schema.default !== undefined ? (
        <Switch
          label={title}
          hint={problemAt(draft, path, true) ?? hintText}
          checked={(valueAt(draft.config, path) ?? schema.default) === true}
          onChange={(checked) => draft.set(path, checked)}
        />
      ) : (
        <Field label={title} hint={hintText} error={problemAt(draft, path, true)}>
          <ValueControl path={path} schema={schema} {...(suggestions ? { suggestions } : {})} />
        </Field>
      )}
    </div>
  );
}

const LONG = 500;

/** All values of the object at a path, in the schema's order. */
export function ConfigFields({ path, without = [] }: { path: Path; without?: readonly string[] }) {
  const { schema, config } = useConfigDraft();
  const names = Object.keys(schemaAt(schema, config, path)?.properties ?? {});
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
      {names
        .filter((name) => !without.includes(name))
        .map((name) => (
          <ConfigField key={name} path={[...path, name]} />
        ))}
    </div>
  );
}
