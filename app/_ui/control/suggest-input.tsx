"use client";
import { type KeyboardEvent, useId, useState } from "react";
import { Input } from "./input";
import { SuggestionList } from "./suggestion-list";
import { matching, stepped } from "./suggestions";

interface Props {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly string[];
  placeholder: string;
}

/**
 * A free text input with suggestions. Put it in a Field, which names it. The list is part of
 * the page, not a layer above it, so a screen reader can read on past it.
 */
export function SuggestInput({ value, onChange, suggestions, placeholder }: Props) {
  const id = useId();
  const list = useSuggestions({ value, onChange, suggestions });
  const { offered, isShown, at } = list;
  return (
    <div className="relative">
      <Input
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={at === null ? undefined : `${id}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => list.type(event.target.value)}
        onClick={() => isShown || list.show(true)}
        onBlur={() => list.show(false)}
        onKeyDown={list.onKeyDown}
      />
      {isShown ? (
        <SuggestionList id={id} offered={offered} at={at} onPoint={list.point} onChoose={list.choose} />
      ) : null}
    </div>
  );
}

/** Which suggestions are offered and which one is active, and what typing and keys change in that. */
function useSuggestions({ value, onChange, suggestions }: Omit<Props, "placeholder">) {
  const [isOpen, setOpen] = useState(false);
  // The initial value does not filter: all suggestions are offered until the user types.
  const [isTyped, setTyped] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const offered = isTyped ? matching(suggestions, value) : suggestions;
  const isShown = isOpen && offered.length > 0;
  const at = isShown ? active : null;
  const show = (open: boolean, typed = false) => {
    setOpen(open);
    setTyped(typed);
    setActive(null);
  };
  const type = (text: string) => {
    onChange(text);
    show(true, true);
  };
  const choose = (text: string) => {
    onChange(text);
    show(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const chosen = at === null ? undefined : offered[at];
    if (!isPlain) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!isShown) show(true);
      setActive(stepped(at, event.key === "ArrowDown" ? 1 : -1, offered.length));
    } else if (event.key === "Enter" && chosen !== undefined) choose(chosen);
    else if (event.key === "Escape" && isShown) {
      // Escape closes the list, not the surrounding dialog.
      event.nativeEvent.stopImmediatePropagation();
      event.stopPropagation();
      show(false);
    } else return;
    event.preventDefault();
  };
  return { offered, isShown, at, show, type, choose, point: setActive, onKeyDown };
}
