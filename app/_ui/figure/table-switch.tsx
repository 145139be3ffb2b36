"use client";
import { Button } from "../button";
import { useShortcuts } from "../shortcuts";

interface Props {
  asTables: boolean;
  onChange: (asTables: boolean) => void;
  /** Where the page needs the usual key for something else. */
  keys?: string;
}

/** Every figure's numbers are one key away as a table. */
export function TableSwitch({ asTables, onChange, keys = "t" }: Props) {
  const change = () => onChange(!asTables);
  useShortcuts("Page", [{ keys, description: "Show figures as tables, and back", run: change }]);
  return (
    <Button keys={keys} aria-pressed={asTables} onClick={change}>
      {asTables ? "Show figures" : "Show as tables"}
    </Button>
  );
}
