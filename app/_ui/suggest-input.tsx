"use client";
import { Autocomplete } from "@base-ui/react/autocomplete";

interface Props {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly string[];
  placeholder: string;
}

/** A text that may be anything, with what is usual offered while typing. Put it in a Field, which names it. */
export function SuggestInput({ value, onChange, suggestions, placeholder }: Props) {
  return (
    <Autocomplete.Root items={suggestions} value={value} onValueChange={onChange} openOnInputClick>
      <Autocomplete.Input placeholder={placeholder} spellCheck={false} className="control" />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className="z-50">
          <Autocomplete.Popup className="floating max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto py-1 data-empty:hidden">
            <Autocomplete.List>
              {(text: string) => (
                <Autocomplete.Item key={text} value={text} className="option">
                  <span className="flex-1 truncate">{text}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
