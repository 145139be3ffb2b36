"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { isStatus } from "@/lib/client/call-error";
import { gatewayConfigQuery } from "@/lib/client/gateway";
import { links } from "@/lib/client/links";
import type { Config } from "../../configuration/_components/config-text";
import { useStoredDraft } from "../../configuration/_components/draft-store";
import { listAt, withValue } from "../../configuration/_components/values";

const RULES = ["guardrails", "rules"] as const;

/** Adds a rule to the draft of the configuration and opens it there; null while no draft can take it. */
export function useAddRule(organizationId: string): ((rule: object) => void) | null {
  const router = useRouter();
  const current = useQuery(gatewayConfigQuery(organizationId));
  const [draft, store] = useStoredDraft(organizationId);
  const active = isStatus(current.error, 404) ? { version: 0, config: {} } : current.data;
  const base = draft?.base ?? active;
  // A draft whose text cannot be parsed is mended first.
  if (!base || (draft && draft.unread !== null)) return null;
  return (rule) => {
    const config = draft?.config ?? base.config;
    const index = listAt(config, RULES).length;
    // Safe because a configuration with a value set in it stays an object.
    store({ base, config: withValue(config, [...RULES, index], rule) as Config, unread: null });
    router.push(`${links.gatewayConfiguration()}?tab=guardrails&entry=${index}`);
  };
}
