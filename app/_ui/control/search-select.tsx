"use client";
import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";

export interface SearchOption {
  value: string;
  label: string;
  /** A line below the label; also searched. */
  hint?: string;
}

interface Props {
  options: readonly SearchOption[];
  value: string | null;
  onChange: (value: string) => void;
  placeholder: string;
  /** Shown when nothing matches. */
  empty: ReactNode;
  /** Called with the typed text, for searching beyond the loaded options. */
  onSearch?: (text: string) => void;
  /** It gets the focus when it appears, also in a dialog that opened before it. */
  autoFocus?: boolean;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, " ");

/** A select with search, for long lists. Put it in a Field, which names it. */
export function SearchSelect({ options, value, onChange, placeholder, empty, onSearch, autoFocus = false }: Props) {
  return (
    <Combobox.Root
      autoHighlight
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(next) => next && onChange(next.value)}
      onInputValueChange={(text) => onSearch?.(text)}
      isItemEqualToValue={(left, right) => left.value === right.value}
      filter={({ label, hint = "" }: SearchOption, query) => plain(`${label} ${hint}`).includes(plain(query.trim()))}
    >
      <div className="relative">
        <Combobox.Input
          placeholder={placeholder}
          autoFocus={autoFocus}
          // Enter chooses an option; it must not submit the surrounding form.
          onKeyDown={(event) => event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.preventDefault()}
          onFocus={(event) => event.currentTarget.select()}
          className="control pr-8"
        />
        <ChevronsUpDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-faint"
        />
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50">
          <Combobox.Popup className="floating max-h-[min(22rem,var(--available-height))] w-(--anchor-width) overflow-y-auto py-1">
            <Combobox.Empty className="px-3.5 py-2 text-soft empty:hidden">{empty}</Combobox.Empty>
            <Combobox.List>
              {(option: SearchOption) => (
                <Combobox.Item key={option.value} value={option} className="option">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{option.label}</span>
                    {option.hint ? <span className="block truncate text-xs text-faint">{option.hint}</span> : null}
                  </span>
                  <span className="w-3.5">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden="true" className="size-3.5 text-accent" />
                    </Combobox.ItemIndicator>
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
