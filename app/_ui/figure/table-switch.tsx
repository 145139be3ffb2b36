"use client";
import { Button } from "../button";
import { useShortcuts } from "../shortcuts";

interface Props {
  asTables: boolean;
  onChange: (asTables: boolean) => void;
}

/** Every figure's numbers are one key away as a table. */
export function TableSwitch({ asTables, onChange }: Props) {
  const change = () => onChange(!asTables);
  useShortcuts("Page", [{ keys: "t", description: "Show figures as tables, and back", run: change }]);
  return (
    <Button keys="t" aria-pressed={asTables} onClick={change}>
      {asTables ? "Show figures" : "Show as tables"}
    </Button>
  );
}
