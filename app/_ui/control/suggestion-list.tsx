"use client";
import { useEffect, useRef } from "react";

interface Props {
  id: string;
  offered: readonly string[];
  /** The active one. */
  at: number | null;
  onPoint: (index: number) => void;
  onChoose: (text: string) => void;
}

/** The suggestions below an input, which keeps the focus and handles the keys. Its parent is positioned. */
export function SuggestionList({ id, offered, at, onPoint, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    (list.current?.children[at ?? -1] ?? list.current)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
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
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          {...(index === at ? { "data-highlighted": "" } : {})}
          onMouseMove={() => onPoint(index)}
          onClick={() => onChoose(text)}
          className="option"
        >
          <span className="flex-1 truncate">{text}</span>
        </div>
      ))}
    </div>
  );
}
