"use client";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Kbd } from "./kbd";
import { useShortcuts } from "./shortcuts";

interface Props {
  value: string;
  /** Called 200 ms after the last key. */
  onChange: (value: string) => void;
  label: string;
  /** Reached by "/"; turn it off where a page has two. */
  shortcut?: boolean;
}

export function SearchInput({ value, onChange, label, shortcut = true }: Props) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState({ value, told: value });
  if (shown.value !== value) {
    setShown({ value, told: value });
    // From elsewhere, e.g. by Back. What this box has told is in the text already, and more may have been typed since.
    if (shown.told !== value) setText(value);
  }
  useEffect(() => {
    // Typed before React has taken over what the server had drawn: it stands in the box, and nothing has told of it.
    if (input.current) setText(input.current.value);
  }, []);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      setShown((before) => ({ ...before, told: text }));
      latest.current(text);
    }, 200);
    return () => clearTimeout(timer);
  }, [text, value]);
  useShortcuts("Page", shortcut ? [{ keys: "/", description: label, run: () => input.current?.focus() }] : []);
  return (
    <div className="relative w-full sm:w-64">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={input}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && (text ? setText("") : event.currentTarget.blur())}
        className="control pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {shortcut && !text ? (
        <span className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2">
          <Kbd keys="/" />
        </span>
      ) : null}
    </div>
  );
}
