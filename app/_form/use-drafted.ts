"use client";
import { useState } from "react";
import { type Drafts, useStoredDraft } from "./draft-store";

export interface Drafted<T> {
  form: T;
  change: (changes: Partial<T>) => void;
  /** Whether there are unsaved changes. */
  isChanged: boolean;
  /** Drops the draft after saving or discarding. The form keeps showing it until the screen is left. */
  forget: () => void;
}

/** The form of the screen at a path, as it was left; `initial` if there is no draft. */
export function useDrafted<T extends object>(
  drafts: Drafts<T>,
  path: string,
  initial: () => T,
  owner?: string,
): Drafted<T> {
  const [draft, write] = useStoredDraft(drafts, path, owner);
  const [form, setForm] = useState<T>(() => draft ?? initial());
  const change = (changes: Partial<T>) => {
    setForm((before) => ({ ...before, ...changes }));
    write((before) => ({ ...(before ?? form), ...changes }));
  };
  return { form, change, isChanged: draft !== null, forget: () => write(() => null) };
}
