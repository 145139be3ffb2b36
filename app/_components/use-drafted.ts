"use client";
import { useState } from "react";
import { type Drafts, useStoredDraft } from "./draft-store";

export interface Drafted<T> {
  form: T;
  change: (changes: Partial<T>) => void;
  /** Whether something was written that is not saved. */
  isChanged: boolean;
  /** For what was saved, or is not wanted: the form keeps showing it until its screen is left. */
  forget: () => void;
}

/** The form of the screen at an address, as it was left there; `begun` where nothing was written yet. */
export function useDrafted<T extends object>(
  drafts: Drafts<T>,
  place: string,
  begun: () => T,
  owner?: string,
): Drafted<T> {
  const [draft, write] = useStoredDraft(drafts, place, owner);
  const [form, setForm] = useState<T>(() => draft ?? begun());
  const change = (changes: Partial<T>) => {
    setForm((before) => ({ ...before, ...changes }));
    write((before) => ({ ...(before ?? form), ...changes }));
  };
  return { form, change, isChanged: draft !== null, forget: () => write(() => null) };
}
