"use client";
import { useRef, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Textarea } from "@/app/_ui/control/textarea";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { lineOf, readConfig, writeConfig } from "./config-text";
import { useConfigDraft } from "./use-draft";
import { useYaml } from "./use-yaml";
import { isSame } from "./values";

type Yaml = NonNullable<ReturnType<typeof useYaml>>;

export function TextTab() {
  const yaml = useYaml();
  return yaml ? <Editor yaml={yaml} /> : <Skeleton className="h-60 w-full" />;
}

/** The whole draft as text. Problems are shown with their line. */
function Editor({ yaml }: { yaml: Yaml }) {
  const draft = useConfigDraft();
  const [typed, setTyped] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = draft.unread ?? (stillMeans(yaml, typed, draft.config) ? typed : writeConfig(yaml, draft.config));
  const read = readConfig(yaml, text);
  const change = (next: string) => {
    setTyped(next);
    const result = readConfig(yaml, next);
    if ("config" in result) draft.write(result.config);
    else draft.write(draft.config, next);
  };
  const goTo = (line: number) => {
    const before = text.split("\n").slice(0, line - 1);
    const start = before.join("\n").length + (before.length > 0 ? 1 : 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (text.split("\n")[line - 1]?.length ?? 0));
  };
  const problems =
    "problem" in read
      ? [{ text: read.problem, line: read.line }]
      : draft.problems.map(({ field, message }) => ({ text: `${field}: ${message}`, line: lineOf(yaml, text, field) }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field
        label="Configuration"
        hint="YAML or JSON. Stored secrets are masked. Leave a masked secret unchanged to keep it."
      >
        <Textarea
          ref={area}
          spellCheck={false}
          dir="ltr"
          className="max-h-none! min-h-80! font-mono text-xs!"
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <Problems problems={problems} onGoTo={goTo} />
    </div>
  );
}

interface ProblemsProps {
  problems: readonly { text: string; line: number | null }[];
  onGoTo: (line: number) => void;
}

function Problems({ problems, onGoTo }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul role="alert" className="grid gap-2">
      {problems.map(({ text, line }) => (
        <li key={`${line} ${text}`} className="flex flex-wrap items-center gap-2">
          <Status tone="bad" shape="alert" className="whitespace-normal!">
            {line ? `Line ${line}: ` : ""}
            {text}
          </Status>
          {line ? (
            <Button size="small" onClick={() => onGoTo(line)}>
              Go to line
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Whether the typed text, with its comments and layout, still means the same as the draft. */
function stillMeans(yaml: Yaml, typed: string | null, config: unknown): typed is string {
  if (typed === null) return false;
  const read = readConfig(yaml, typed);
  return "config" in read && isSame(read.config, config);
}
