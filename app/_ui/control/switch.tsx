"use client";
import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  hint?: ReactNode;
  disabled?: boolean;
}

export function Switch({ checked, onChange, label, hint, disabled = false }: Props) {
  const nameId = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside has its own hidden input
    <label className="flex items-start justify-between gap-4 pointer-coarse:min-h-11">
      <span>
        <span id={nameId} className="font-medium">
          {label}
        </span>
        {hint ? <span className="block text-xs text-faint">{hint}</span> : null}
      </span>
      <Base.Root
        aria-labelledby={nameId}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-0.5 flex h-5 w-8 shrink-0 rounded-full border border-edge bg-sunk p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="size-4 rounded-full bg-edge transition-transform data-checked:translate-x-3 data-checked:bg-on-accent" />
      </Base.Root>
    </label>
  );
}
