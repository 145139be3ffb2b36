"use client";
import { Combobox } from "@base-ui/react/combobox";
import { Check, X } from "lucide-react";
import { type ReactNode, useRef } from "react";

export interface PickerOption {
  value: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
}

interface Props {
  options: readonly PickerOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder: string;
  /** Shown when nothing matches; may offer to create an entry. */
  empty: ReactNode;
  loading?: boolean;
  /** Called with the typed text, for searching beyond the loaded options. */
  onSearch?: (text: string) => void;
}

/** A multi-select with search; chosen options are chips before the text. */
export function Picker({ options, value, onChange, placeholder, empty, loading = false, onSearch }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chosen = value.flatMap((key) => options.find((option) => option.value === key) ?? []);
  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={options}
      value={chosen}
      onInputValueChange={(text) => onSearch?.(text)}
      onValueChange={(next, details) => {
        // With the list closed, the box would clear itself on Escape. Escape is for the surrounding dialog.
        if (details.reason === "escape-key") {
          details.allowPropagation();
          return details.cancel();
        }
        onChange(next.map((option) => option.value));
      }}
      isItemEqualToValue={(left, right) => left.value === right.value}
    >
      <Combobox.Chips
        ref={box}
        // Enter chooses an option; it must not submit the surrounding form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        className="control flex flex-wrap items-center gap-1 px-1! py-1 focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent"
      >
        {chosen.map((option) => (
          <Chip key={option.value} label={option.label} />
        ))}
        <Combobox.Input
          placeholder={chosen.length === 0 ? placeholder : ""}
          className="h-5.5 min-w-24 flex-1 bg-transparent px-1.5 outline-none pointer-coarse:h-11"
        />
      </Combobox.Chips>
      <Combobox.Portal>
        <Combobox.Positioner anchor={box} sideOffset={4} className="z-50">
          <Combobox.Popup className="floating max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto py-1">
            <Combobox.Empty className="px-3.5 py-2 text-soft empty:hidden">
              {loading ? "Loading…" : empty}
            </Combobox.Empty>
            <Combobox.List>{(option: PickerOption) => <Option key={option.value} option={option} />}</Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

const Chip = ({ label }: { label: string }) => (
  <Combobox.Chip
    aria-label={label}
    className="flex h-5.5 items-center gap-1 rounded-sm bg-hover pl-1.5 text-xs outline-none focus-within:bg-accent-wash data-highlighted:bg-accent-wash pointer-coarse:h-9 pointer-coarse:text-sm"
  >
    {label}
    <Combobox.ChipRemove
      aria-label={`Remove ${label}`}
      className="flex size-5.5 items-center justify-center text-faint hover:text-ink pointer-coarse:size-9"
    >
      <X aria-hidden="true" className="size-3" />
    </Combobox.ChipRemove>
  </Combobox.Chip>
);

const Option = ({ option }: { option: PickerOption }) => (
  <Combobox.Item value={option} className="option">
    {option.icon}
    <span className="flex-1 truncate">{option.label}</span>
    {option.hint ? <span className="text-xs text-faint">{option.hint}</span> : null}
    <span className="w-3.5">
      <Combobox.ItemIndicator>
        <Check aria-hidden="true" className="size-3.5 text-accent" />
      </Combobox.ItemIndicator>
    </span>
  </Combobox.Item>
);
