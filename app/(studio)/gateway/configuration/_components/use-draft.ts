"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState } from "react";
import { isStatus } from "@/lib/client/call-error";
import { configPreviewQuery, gatewayConfigQuery } from "@/lib/client/gateway";
import type { Config } from "./config-text";
import { useStoredDraft } from "./draft-store";
import { type Schema, withSet } from "./schema";
import { isSame, type Path, rebased } from "./values";

const SETTLED_MS = 300;

export interface Problem {
  field: string;
  message: string;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** The configuration as it is being written: what is in force, or what has become of it and is no version yet. */
export function useDraft(organizationId: string, schema: Schema) {
  const current = useQuery(gatewayConfigQuery(organizationId));
  const isUnset = isStatus(current.error, 404);
  const active = isUnset ? { version: 0, config: {} } : current.data;
  const [draft, store] = useStoredDraft(organizationId);
  const config = draft?.config ?? active?.config ?? {};
  const settled = useSettled(config);
  const preview = useQuery({
    ...configPreviewQuery(organizationId, settled),
    enabled: draft !== null && draft.unread === null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const [asked, setAsked] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const forget = () => {
    store(null);
    setAsked(false);
    setLeft(new Set());
  };
  const write = (next: Config, unread: string | null = null) => {
    const base = draft?.base ?? active;
    if (!base) return;
    if (unread === null && isSame(next, base.config)) store(null);
    else store({ base, config: next, unread });
  };
  return {
    current,
    schema,
    active,
    config,
    isDirty: draft !== null,
    /** Text that cannot be read stands in the way of the forms, and of saving. */
    unread: draft?.unread ?? null,
    /** Somebody else's version has come into force since the draft was begun. */
    isOutdated: draft !== null && active !== undefined && draft.base.version !== active.version,
    baseVersion: draft?.base.version ?? active?.version ?? 0,
    base: draft?.base.config ?? active?.config ?? {},
    preview,
    /** Whether the preview is of what stands there now. */
    isSettled:
      isSame(settled, config) && !preview.isPlaceholderData && preview.data?.compare_to === (active?.version || null),
    problems: draft ? (preview.data?.problems ?? NO_PROBLEMS) : NO_PROBLEMS,
    /** Problems are told at a field that was left, and at all once the whole was to be reviewed. */
    tells: (field: string) => asked || left.has(field),
    leave: (field: string) => setLeft((known) => (known.has(field) ? known : new Set([...known, field]))),
    ask: () => setAsked(true),
    write,
    // Safe because a configuration with a value set in it stays an object.
    set: (path: Path, value: unknown) => write(withSet(schema, config, path, value) as Config),
    forget,
    rebase: () => {
      if (!draft || !active) return;
      // Safe because both are objects.
      const next = rebased(draft.base.config, draft.config, active.config) as Config;
      if (isSame(next, active.config)) forget();
      else store({ base: active, config: next, unread: draft.unread });
      void preview.refetch();
    },
  };
}
export type ConfigDraft = ReturnType<typeof useDraft>;

/** The value once it has not changed for a moment. */
function useSettled(value: Config): Config {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const DraftContext = createContext<ConfigDraft | null>(null);
export const DraftProvider = DraftContext.Provider;

export function useConfigDraft(): ConfigDraft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error("The forms of a configuration stand in a DraftProvider.");
  return draft;
}

/** What is wrong with what stands at a path: there itself, or anywhere inside it. */
export function problemAt({ problems, tells }: ConfigDraft, path: Path, inside: boolean): string | undefined {
  const field = path.join(".");
  if (!tells(field)) return undefined;
  const found = problems.filter(
    (problem) => problem.field === field || (inside && problem.field.startsWith(`${field}.`)),
  );
  return found.length > 0 ? found.map(({ message }) => message).join(" ") : undefined;
}
