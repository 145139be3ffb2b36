"use client";
import { useState } from "react";
import { Input } from "@/app/_ui/input";
import { useConfigDraft } from "../use-draft";
import { type Path, recordAt } from "../values";

interface Props {
  /** The record in which the name stands. */
  path: Path;
  name: string;
  onRename: (name: string) => void;
  /** Told why a name is not taken; null once it is. */
  onProblem?: (problem: string | null) => void;
  "aria-label"?: string;
}

/** The name under which something stands in a record; it is taken when the field is left. */
export function NameInput({ path, name, onRename, onProblem, ...rest }: Props) {
  const { config } = useConfigDraft();
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    const next = typed?.trim() ?? name;
    const isTaken = next !== name && Object.hasOwn(recordAt(config, path), next);
    const problem = next === "" ? "A name is needed." : isTaken ? "There is one of this name." : null;
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
      onBlur={take}
      onKeyDown={(event) => event.key === "Enter" && take()}
      {...rest}
    />
  );
}
