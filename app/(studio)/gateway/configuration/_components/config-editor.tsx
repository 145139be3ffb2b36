"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Skeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { Textarea } from "@/app/_ui/textarea";
import { CallError } from "@/lib/client/call-error";
import { saveGatewayConfig } from "@/lib/client/gateway";
import { type Config, lineOf, readConfig, writeConfig } from "./config-text";
import { useYaml } from "./use-yaml";

interface Props {
  organizationId: string;
  config: Config;
  onClose: () => void;
}

export function ConfigEditor(props: Props) {
  const yaml = useYaml();
  return yaml ? <Editor {...props} yaml={yaml} /> : <Skeleton className="h-60 w-full" />;
}

interface Problem {
  text: string;
  line: number | null;
}

/** The whole configuration as text. What is wrong with it is said with its line. */
function Editor({ organizationId, config, onClose, yaml }: Props & { yaml: NonNullable<ReturnType<typeof useYaml>> }) {
  const [text, setText] = useState(() => writeConfig(yaml, config));
  const [why, setWhy] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending } = useMutation(saveGatewayConfig);
  const save = () => {
    const read = readConfig(yaml, text);
    if ("problem" in read) return setProblem({ text: read.problem, line: read.line });
    setProblem(null);
    mutate(
      { org_id: organizationId, config: read.config, ...(why.trim() ? { change_description: why } : {}) },
      {
        onSuccess: onClose,
        onError: (error) => {
          const [field] = error instanceof CallError ? Object.keys(error.fields) : [];
          setProblem({ text: error.message, line: field ? lineOf(yaml, text, field) : null });
        },
      },
    );
  };
  const goTo = (line: number) => {
    const before = text.split("\n").slice(0, line - 1);
    const start = before.join("\n").length + (before.length > 0 ? 1 : 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (text.split("\n")[line - 1]?.length ?? 0));
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) save();
      }}
    >
      <Field label="Configuration" hint="YAML or JSON. Secrets are masked: left as they are, they stay what they are.">
        <Textarea
          ref={area}
          spellCheck={false}
          dir="ltr"
          className="max-h-none! min-h-80! font-mono text-xs!"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {problem ? (
        <div role="alert" className="flex flex-wrap items-center gap-2">
          <Status tone="bad" shape="alert" className="whitespace-normal!">
            {problem.line ? `Line ${problem.line}: ` : ""}
            {problem.text}
          </Status>
          {problem.line ? (
            <Button size="small" onClick={() => goTo(problem.line ?? 1)}>
              Go to the line
            </Button>
          ) : null}
        </div>
      ) : null}
      <Field label="Why" optional hint="For those who read the versions.">
        <Input maxLength={1000} value={why} onChange={(event) => setWhy(event.target.value)} />
      </Field>
      <div className="flex gap-2">
        <Button look="primary" type="submit" busy={isPending}>
          Save as a new version
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
