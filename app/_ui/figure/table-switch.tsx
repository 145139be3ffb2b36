"use client";
import { Button } from "../button/button";
import { useShortcuts } from "../keyboard/shortcuts";

interface Props {
  asTables: boolean;
  onChange: (asTables: boolean) => void;
  /** A different key, where the page uses the usual one for something else. */
  keys?: string;
}

/** Switches between figures and tables of their numbers. */
export function TableSwitch({ asTables, onChange, keys = "t" }: Props) {
  const change = () => onChange(!asTables);
  useShortcuts("Page", [{ keys, description: "Switch between figures and tables", run: change }]);
  return (
    <Button keys={keys} aria-pressed={asTables} onClick={change}>
      {asTables ? "Show figures" : "Show as tables"}
    </Button>
  );
}
