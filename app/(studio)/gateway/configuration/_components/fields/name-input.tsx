"use client";
import { useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { useConfigDraft } from "../use-draft";
import { type Path, recordAt } from "../values";

interface Props {
  /** The record that contains the name. */
  path: Path;
  name: string;
  onRename: (name: string) => void;
  /** Called with the reason why a name is invalid; null when it is valid. */
  onProblem?: (problem: string | null) => void;
  "aria-label"?: string;
}

/** The name of an entry in a record; it is applied on blur. */
export function NameInput({ path, name, onRename, onProblem, ...rest }: Props) {
  const { config } = useConfigDraft();
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    const next = typed?.trim() ?? name;
    const isTaken = next !== name && Object.hasOwn(recordAt(config, path), next);
    const problem = next === "" ? "Enter a name." : isTaken ? "This name is already used." : null;
    onProblem?.(problem);
    if (problem) return;
    setTyped(null);
    if (next !== name) onRename(next);
  };
  return (
    <Input
      value={typed ?? name}
      spellCheck={false}
      autoComplete="off"
      maxLength={255}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === "Enter" && apply()}
      {...rest}
    />
  );
}

interface NameFieldProps extends Pick<Props, "path" | "name" | "onRename"> {
  hint: string;
}

/** The name with a label, a hint and its problem. */
export function NameField({ hint, ...input }: NameFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Field label="Name" hint={hint} error={problem}>
      <NameInput {...input} onProblem={setProblem} />
    </Field>
  );
}
