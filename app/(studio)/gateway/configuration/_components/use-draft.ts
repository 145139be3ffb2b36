"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState } from "react";
import { isStatus } from "@/lib/client/call-error";
import { configPreviewQuery, gatewayConfigQuery } from "@/lib/client/gateway";
import type { Config } from "./config-text";
import { type Draft, useStoredDraft } from "./draft-store";
import { type Schema, withSet } from "./schema";
import { isSame, type Path, rebased } from "./values";

const SETTLED_MS = 300;

export interface Problem {
  field: string;
  message: string;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** The draft of the configuration: the active version with the changes that are not saved yet. */
export function useDraft(organizationId: string, schema: Schema) {
  const current = useQuery(gatewayConfigQuery(organizationId));
  const isUnset = isStatus(current.error, 404);
  const active = isUnset ? { version: 0, config: {} } : current.data;
  const [draft, store] = useStoredDraft(organizationId);
  const base = draft?.base ?? active;
  const config = draft?.config ?? active?.config ?? {};
  const check = useCheck(organizationId, draft, active);
  const { forgetShown, ...shown } = useShownProblems();
  const forget = () => {
    store(null);
    forgetShown();
  };
  const write = (next: Config, unread: string | null = null) => {
    if (!base) return;
    if (unread === null && isSame(next, base.config)) store(null);
    else store({ base, config: next, unread });
  };
  const rebase = () => {
    if (!draft || !active) return;
    // Safe because both are objects.
    const next = rebased(draft.base.config, draft.config, active.config) as Config;
    if (isSame(next, active.config)) forget();
    else store({ base: active, config: next, unread: draft.unread });
    void check.preview.refetch();
  };
  return {
    current,
    schema,
    active,
    config,
    isDirty: draft !== null,
    /** Text that cannot be parsed; it blocks the forms and saving. */
    unread: draft?.unread ?? null,
    baseVersion: base?.version ?? 0,
    base: base?.config ?? {},
    ...check,
    ...shown,
    write,
    // Safe because a configuration with a value set in it stays an object.
    set: (path: Path, value: unknown) => write(withSet(schema, config, path, value) as Config),
    forget,
    rebase,
  };
}
export type ConfigDraft = ReturnType<typeof useDraft>;

/** Whether the draft can be saved. The server's answer follows the draft after a moment. */
function useCheck(
  organizationId: string,
  draft: Draft | null,
  active: { version: number; config: Config } | undefined,
) {
  const config = draft?.config ?? active?.config ?? {};
  const settled = useSettled(config);
  const preview = useQuery({
    ...configPreviewQuery(organizationId, settled),
    enabled: draft !== null && draft.unread === null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  /** Whether the preview matches the current draft. */
  const isSettled =
    isSame(settled, config) && !preview.isPlaceholderData && preview.data?.compare_to === (active?.version || null);
  /** Whether another version was activated since the draft was started. */
  const isOutdated = draft !== null && active !== undefined && draft.base.version !== active.version;
  const problems = draft ? (preview.data?.problems ?? NO_PROBLEMS) : NO_PROBLEMS;
  const isReady = isSettled && preview.data !== undefined && problems.length === 0 && !isOutdated;
  return { preview, isSettled, isOutdated, problems, isReady };
}

/** Problems show at a field once it was left, and at all fields once the draft was reviewed. */
function useShownProblems() {
  const [isReviewed, setReviewed] = useState(false);
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());
  return {
    showsProblems: (field: string) => isReviewed || leftFields.has(field),
    leave: (field: string) => setLeftFields((known) => (known.has(field) ? known : new Set([...known, field]))),
    ask: () => setReviewed(true),
    forgetShown: () => {
      setReviewed(false);
      setLeftFields(new Set());
    },
  };
}

/** The value after it has not changed for a moment. */
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
  if (!draft) throw new Error("Configuration forms must be inside a DraftProvider.");
  return draft;
}

/** The problems of the value at a path, optionally including those inside it. */
export function problemAt({ problems, showsProblems }: ConfigDraft, path: Path, inside: boolean): string | undefined {
  const field = path.join(".");
  if (!showsProblems(field)) return undefined;
  const found = problems.filter(
    (problem) => problem.field === field || (inside && problem.field.startsWith(`${field}.`)),
  );
  return found.length > 0 ? found.map(({ message }) => message).join(" ") : undefined;
}
