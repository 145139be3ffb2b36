"use client";
import { useEffect } from "react";
import type { FieldValues } from "react-hook-form";
import { type Drafts, useStoredDraft } from "./draft-store";
import { type SaveForm, type SaveOptions, useSaveForm } from "./use-save-form";

interface DraftedOptions<V extends FieldValues, A> extends Omit<SaveOptions<V, A>, "initial"> {
  drafts: Drafts<V>;
  /** The screen's path. */
  path: string;
  /** Tells drafts apart where one path shows several. */
  owner?: string;
  /** The values if there is no draft. */
  initial: () => V;
}

export interface DraftedForm<V extends FieldValues> extends SaveForm<V> {
  /** Drops the draft after saving or discarding. The form keeps showing it until the screen is left. */
  forget: () => void;
}

/** A form that is found as it was left: its unsaved values are kept while the window is open. */
export function useDraftedForm<V extends FieldValues, A>({
  drafts,
  path,
  owner,
  initial,
  ...options
}: DraftedOptions<V, A>): DraftedForm<V> {
  const [draft, write] = useStoredDraft(drafts, path, owner);
  const form = useSaveForm({ ...options, initial: draft ?? initial() });
  const { subscribe } = form;
  useEffect(() => subscribe((values) => write(() => values)), [subscribe, write]);
  return { ...form, isChanged: draft !== null, forget: () => write(() => null) };
}
