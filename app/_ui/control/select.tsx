"use client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../class-names";

export interface SelectOption<V extends string> {
  value: V;
  label: string;
  hint?: string;
  icon?: ReactNode;
}

interface Props<V extends string> {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  /** Required if no Field names the control. */
  "aria-label"?: string;
}

export function Select<V extends string>(props: Props<V>) {
  const { value, onChange, options, placeholder = "Choose", disabled = false, className, ...rest } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      items={options.map(({ value, label }) => ({ value, label }))}
      disabled={disabled}
    >
      <Base.Trigger
        className={classNames("control flex items-center justify-between gap-2 text-left", className)}
        {...rest}
      >
        <span className={classNames("flex min-w-0 items-center gap-2 truncate", !chosen && "text-faint")}>
          {chosen?.icon}
          <Base.Value className="truncate">{() => chosen?.label ?? placeholder}</Base.Value>
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
      </Base.Trigger>
      {/* The page's security policy would block its style element, which hides a scrollbar that we show. */}
      <CSPProvider disableStyleElements>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="floating max-h-(--available-height) min-w-(--anchor-width) max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto py-1">
              <Base.List>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className="option">
                    {option.icon}
                    <span className="min-w-0 flex-1">
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.hint ? <span className="block text-xs text-faint">{option.hint}</span> : null}
                    </span>
                    <Base.ItemIndicator>
                      <Check aria-hidden="true" className="size-3.5 text-accent" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </CSPProvider>
    </Base.Root>
  );
}
