"use client";
import { draftsOf, useStoredDraft as useDraftAt } from "@/app/_components/draft-store";
import { links } from "@/lib/client/links";
import type { Config } from "./config-text";

export interface Draft {
  /** What it was begun from; 0 for no version. */
  base: { version: number; config: Config };
  config: Config;
  /** The text that was typed, where it cannot be read. */
  unread: string | null;
}

const drafts = draftsOf<Draft>();

/** What was changed of an organization's configuration and is no version yet. */
export function useStoredDraft(organizationId: string): [Draft | null, (draft: Draft | null) => void] {
  const [draft, write] = useDraftAt(drafts, links.gatewayConfiguration(), organizationId);
  return [draft, (next) => write(() => next)];
}
