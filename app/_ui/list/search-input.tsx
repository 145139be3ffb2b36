"use client";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Kbd } from "../keyboard/kbd";
import { useShortcuts } from "../keyboard/shortcuts";

interface Props {
  value: string;
  /** Called 200 ms after the last key press, or with the next click on a link. */
  onChange: (value: string) => void;
  label: string;
  /** Focused with "/"; turn it off if a page has two. */
  shortcut?: boolean;
}

export function SearchInput({ value, onChange, label, shortcut = true }: Props) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState({ value, reported: value });
  if (shown.value !== value) {
    setShown({ value, reported: value });
    // The value changed from outside, e.g. by Back. Values that this box reported are ignored: more may have been typed since.
    if (shown.reported !== value) setText(value);
  }
  useEffect(() => {
    // Text typed before hydration is in the box, but caused no event.
    if (input.current) setText(input.current.value);
  }, []);
  useReport(text, value, (typed) => {
    setShown((before) => ({ ...before, reported: typed }));
    onChange(typed);
  });
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

/** Reports a text that is not the value yet: 200 ms after the last key press, or with the next click on a link. */
function useReport(text: string, value: string, onReport: (text: string) => void) {
  const latest = useRef(onReport);
  useEffect(() => {
    latest.current = onReport;
  });
  useEffect(() => {
    if (text === value) return;
    const stop = () => {
      clearTimeout(timer);
      document.removeEventListener("click", onClick, { capture: true });
    };
    const report = () => {
      stop();
      latest.current(text);
    };
    // Before the link's own handler: an address that is set during a navigation ends it.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a")) report();
    };
    const timer = setTimeout(report, 200);
    document.addEventListener("click", onClick, { capture: true });
    return stop;
  }, [text, value]);
}
