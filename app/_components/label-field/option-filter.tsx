"use client";
import { type KeyboardEvent, useId } from "react";
import { Kbd } from "@/app/_ui/keyboard/kbd";
import { FILTER_KEY } from "./field-keys";
import { focusStop } from "./focus-stop";

interface Props {
  name: string;
  text: string;
  onChange: (text: string) => void;
  /** How many options match, and how many there are. */
  found: number;
  total: number;
  /** Chooses the first matching option. */
  onChoose: () => void;
  disabled: boolean;
}

/** Filters a long option list by typed text. Enter chooses the first match, Escape returns to the options. */
export function OptionFilter({ name, text, onChange, found, total, onChoose, disabled }: Props) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const plainEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
    if (event.key !== "Escape" && !plainEnter) return;
    event.preventDefault();
    event.stopPropagation();
    const field = event.currentTarget.closest("[data-field]");
    if (plainEnter && found > 0 && text.trim()) onChoose();
    onChange("");
    // The full list is back only after the next render.
    requestAnimationFrame(() => focusStop(field));
  };
  return (
    <div className="relative max-w-72">
      <input
        id={id}
        data-filter=""
        dir="auto"
        aria-label={`Filter the options of ${name}`}
        placeholder="Filter"
        autoComplete="off"
        value={text}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="control pr-8"
      />
      <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center">
        <Kbd keys={FILTER_KEY} />
      </span>
      <span aria-live="polite" className="sr-only">
        {text.trim() ? `${found} of ${total} options` : ""}
      </span>
    </div>
  );
}
