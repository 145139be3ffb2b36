"use client";
import { draftsOf, useStoredDraft as useDraftAt } from "@/app/_form/draft-store";
import { links } from "@/lib/client/links";
import type { Config } from "./config-text";

export interface Draft {
  /** The version that the draft started from; 0 for none. */
  base: { version: number; config: Config };
  config: Config;
  /** The typed text, if it cannot be parsed. */
  unread: string | null;
}

const drafts = draftsOf<Draft>();

/** The stored draft of an organization's configuration. */
export function useStoredDraft(organizationId: string): [Draft | null, (draft: Draft | null) => void] {
  const [draft, write] = useDraftAt(drafts, links.gatewayConfiguration(), organizationId);
  return [draft, (next) => write(() => next)];
}
