"use client";
import { useEffect, useState } from "react";
import { attemptStorage } from "@/app/_components/attempt-storage";
import { type Choices, noChoices, readChoices } from "./kept-choices";

/** The annotator's choices for this queue's desk, kept in this browser. */
export function useChoices(queueId: string, owner: string): [Choices, (choices: Choices) => void] {
  const name = `assay desk ${owner} ${queueId}`;
  const [choices, setChoices] = useState(noChoices);
  useEffect(() => setChoices(readChoices(attemptStorage(() => localStorage.getItem(name)))), [name]);
  const change = (next: Choices) => {
    setChoices(next);
    attemptStorage(() => localStorage.setItem(name, JSON.stringify(next)));
  };
  return [choices, change];
}
