"use client";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { stepped } from "@/app/_ui/control/suggestions";
import { type Person, peopleMatching, type Writing, withMention, writingAt } from "@/lib/client/mentions";

interface Options {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  people: readonly Person[];
}

/** Which people are offered after an "@" in a comment, which one is active, and what keys change in that. */
export function useMentions({ area, value, onChange, people }: Options) {
  const [writing, setWriting] = useState<Writing | null>(null);
  const [active, setActive] = useState(0);
  const offered = writing ? peopleMatching(people, writing.query).map(({ name }) => name) : [];
  const isShown = offered.length > 0;
  const at = isShown ? Math.min(active, offered.length - 1) : null;
  const follow = (text: string, caret: number) => {
    setWriting(writingAt(text, caret));
    setActive(0);
  };
  const choose = (name: string) => {
    if (!writing) return;
    const { text, caret } = withMention(value, writing, name);
    // Drawn first, so that the caret can be set in the new text.
    flushSync(() => {
      onChange(text);
      setWriting(null);
    });
    area.current?.setSelectionRange(caret, caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (at === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = offered[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setActive(stepped(at, event.key === "ArrowDown" ? 1 : -1, offered.length) ?? 0);
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen !== undefined) choose(chosen);
    // Escape closes the list, not the form.
    else if (event.key === "Escape") setWriting(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { offered, isShown, at, follow, choose, point: setActive, close: () => setWriting(null), onKeyDown };
}
