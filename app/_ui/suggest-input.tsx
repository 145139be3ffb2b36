"use client";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Input } from "./input";
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
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The initial value does not filter: all suggestions are offered until the user types.
  const [isTyped, setTyped] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const offered = isTyped ? matching(suggestions, value) : suggestions;
  const isShown = isOpen && offered.length > 0;
  const at = isShown ? active : null;
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    if (isShown) (list.current?.children[at ?? -1] ?? list.current)?.scrollIntoView({ block: "nearest" });
  }, [isShown, at]);

  const show = (open: boolean) => {
    setOpen(open);
    setTyped(false);
    setActive(null);
  };
  const choose = (text: string) => {
    onChange(text);
    show(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing;
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

  return (
    <div className="relative">
      <Input
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={at === null ? undefined : optionId(at)}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setTyped(true);
          setActive(null);
        }}
        onClick={() => isShown || show(true)}
        onBlur={() => show(false)}
        onKeyDown={onKeyDown}
      />
      {isShown ? (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label="Suggestions"
          tabIndex={-1}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="floating absolute inset-x-0 top-full z-50 mt-1 max-h-80 overflow-y-auto py-1"
        >
          {offered.map((text, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the input, which names the active option
            <div
              key={text}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              {...(index === at ? { "data-highlighted": "" } : {})}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(text)}
              className="option"
            >
              <span className="flex-1 truncate">{text}</span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
