import type { Database } from "@/db/client";
import type { Contract, Input, Output } from "@/lib/contracts/contract";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import type { DomainEvent } from "@/lib/events";

/** What an organization may ask of its members' sessions. */
export type Requirement = "second_factor" | "company_sign_in";

/** Who calls, resolved from an API key or a session. */
export interface Caller {
  userId: string;
  organizationId: string;
  workspaceId: string;
  role: OrganizationRole;
  /** The API key that was used; null in a browser's session. */
  apiKeyId: string | null;
  /** The browser's session; null with an API key. */
  sessionId: string | null;
  /** What the organization asks of a session, and this one does not have: almost nothing may be done. */
  lacks?: Requirement;
  /** The session began with the organization's own provider: it reaches this organization alone. */
  isCompanySession?: true;
}

/** An operation that the audit log records. */
export interface Act {
  /** The operation's name. */
  action: string;
  userAgent: string | null;
  isRecorded: boolean;
}

export interface PublicContext {
  db: Database;
  now(): Date;
  /** Announces what happened: stored in the open transaction, sent after it commits. */
  emit(event: DomainEvent): Promise<void>;
  /** The caller's network as limits count it: an IPv4 address, or an IPv6 address's /64. Null when unknown. */
  address: string | null;
  /** Under what the caller sends the same request again, if it says so. */
  idempotencyKey?: string | null;
  /** Of an operation that the audit log records: lib/audit/record.ts. */
  act?: Act | undefined;
}

export interface Context extends PublicContext {
  caller: Caller;
}

/** Whose gateway is administered. */
export interface Scope {
  /** The organization of the Owner or Admin who calls; null for the operator, who administers every organization's. */
  organizationId: string | null;
  /** Null for the operator. */
  userId: string | null;
  /** The API key that was used, if any. */
  apiKeyId?: string | null;
}

/** What a verb of the gateway's administration is given. */
export interface GatewayContext extends PublicContext {
  scope: Scope;
}

type ContextOf<C extends Contract> = C["access"] extends "public"
  ? PublicContext
  : C["access"] extends "gateway" | "operator"
    ? GatewayContext
    : Context;

/** What an operation does. Takes and returns wire values; never sees a Request. */
export type Verb<C extends Contract> = (context: ContextOf<C>, input: Input<C>) => Promise<Output<C>>;
