"use client";
import { useEffect, useState } from "react";
import { type Choices, noChoices, readChoices } from "./kept-choices";

/** The annotator's choices for this queue's desk, kept in this browser. */
export function useChoices(queueId: string, owner: string): [Choices, (choices: Choices) => void] {
  const name = `assay desk ${owner} ${queueId}`;
  const [choices, setChoices] = useState(noChoices);
  useEffect(() => setChoices(readChoices(attempt(() => localStorage.getItem(name)))), [name]);
  const change = (next: Choices) => {
    setChoices(next);
    attempt(() => localStorage.setItem(name, JSON.stringify(next)));
  };
  return [choices, change];
}

/** If the browser blocks storage, choices end with the page. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
