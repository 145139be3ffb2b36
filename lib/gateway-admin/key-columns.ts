// The columns that a request sets of a key.

import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { organizations } from "@/db/schema";
import { isUuid } from "@/lib/bounds/uuid";
import type { Scope, Verb } from "@/lib/context";
import type * as keys from "@/lib/contracts/gateway/keys";
import { invalidField } from "@/lib/errors";

type Changes = Omit<Parameters<Verb<typeof keys.updateGatewayKey>>[1], "key_id">;
export type Metadata = Record<string, string>;
export type MetadataChanges = Record<string, string | null>;

/** A null removes its entry. */
export const mergedMetadata = (current: Metadata, changes: MetadataChanges = {}): Metadata =>
  Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
  );

/** Since when a key is paused; pausing it again keeps that time. */
export function pausedSince(
  { pausedAt, revokedAt }: { pausedAt: Date | null; revokedAt: Date | null },
  paused: boolean | undefined,
  now: Date,
): Date | null {
  if (paused === undefined) return pausedAt;
  if (revokedAt) throw invalidField("paused", "The key is revoked.");
  return paused ? (pausedAt ?? now) : null;
}

/** The columns for the fields that were sent, but the metadata; an absent field sets nothing. */
export async function columnsOf(tx: Database, scope: Scope, input: Changes, now: Date) {
  const organizationId = await organizationOf(tx, scope, input);
  const expiresAt = typeof input.expires_at === "string" ? new Date(input.expires_at) : input.expires_at;
  if (expiresAt && expiresAt <= now) throw invalidField("expires_at", "Must be in the future.");
  return {
    ...(input.owner === undefined ? {} : { owner: input.owner }),
    ...(input.rate_limit_rpm === undefined ? {} : { rateLimitRpm: input.rate_limit_rpm }),
    ...(input.rate_limit_tpm === undefined ? {} : { rateLimitTpm: input.rate_limit_tpm }),
    ...(input.budget === undefined ? {} : { budget: input.budget }),
    ...(input.allowed_models === undefined ? {} : { allowedModels: input.allowed_models }),
    ...(input.allowed_providers === undefined ? {} : { allowedProviders: input.allowed_providers }),
    ...(input.allowed_ips === undefined ? {} : { allowedIps: input.allowed_ips }),
    ...(input.tracing === undefined ? {} : { tracing: input.tracing }),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** An Owner or Admin can name the own organization alone: any other is one that there is not. */
async function organizationOf(tx: Database, scope: Scope, input: Changes): Promise<string | null | undefined> {
  const field = input.organization_id === undefined ? "metadata.org_id" : "organization_id";
  const id = input.organization_id === undefined ? (input.metadata?.org_id ?? undefined) : input.organization_id;
  if (id === undefined) return undefined;
  if (scope.organizationId !== null && id?.toLowerCase() !== scope.organizationId)
    throw invalidField(field, id === null ? "Must be your organization." : "There is no such organization.");
  if (id === null) return null;
  const [found] = isUuid(id)
    ? await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id))
    : [];
  if (!found) throw invalidField(field, "There is no such organization.");
  return found.id;
}
