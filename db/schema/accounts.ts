import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { keyScopes, organizationRoles } from "@/lib/contracts/shapes";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "./columns";

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    /** scrypt, in the form that lib/auth/password.ts writes; null for people who only sign in through a provider. */
    passwordHash: text(),
    /** Keys at the annotation desk, by action; null for the usual ones. */
    deskKeys: jsonb().$type<Record<string, string>>(),
    /** The organization that the browser last worked in. */
    lastOrganizationId: uuid(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Since then the row only names who did what is left of the person's work. */
    deletedAt: deletedAt(),
  },
  (table) => [uniqueIndex("users_email_key").on(sql`lower(${table.email})`)],
);

/** A browser in which a user is signed in. Its token names the row; without it the row is worth nothing. */
export const userSessions = pgTable(
  "user_sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Of the password at sign-in: when the password changes, the session is over. */
    passwordMark: text().notNull(),
    /** Whether it began with a second factor, or at a sign-in provider, which asks for its own. */
    hasSecondFactor: boolean().notNull().default(false),
    /** Whose provider began it: then it reaches that organization alone. */
    organizationId: uuid().references(() => organizations.id),
    userAgent: text(),
    /** Where it was last seen: an IPv4 address, or an IPv6 address's /64. */
    network: text(),
    createdAt: createdAt(),
    lastSeenAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (table) => [index("user_sessions_user").on(table.userId), index("user_sessions_expiry").on(table.expiresAt)],
);

/** A person's account at a sign-in provider (GitHub, Google). */
export const identities = pgTable(
  "identities",
  {
    provider: text().notNull(),
    providerAccountId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.providerAccountId] })],
);

export const organizations = pgTable("organizations", {
  id: id(),
  name: text().notNull(),
  /** Hosts from which annotators may load files that sources name. */
  mediaHosts: text().array().notNull().default([]),
  /** Whether sessions without a second factor are refused. */
  requiresSecondFactor: boolean().notNull().default(false),
  createdAt: createdAt(),
  /** Since then nobody sees it; the background deletes it (lib/erasure). */
  deletedAt: deletedAt(),
});

export const workspaces = pgTable(
  "workspaces",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("workspaces_default_key").on(table.organizationId).where(sql`${table.isDefault}`),
    index("workspaces_organization").on(table.organizationId),
  ],
);

export const memberships = pgTable(
  "memberships",
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    role: text({ enum: organizationRoles }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index("memberships_user").on(table.userId),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    email: text().notNull(),
    role: text({ enum: organizationRoles }).notNull(),
    /** SHA-256 of the token in the invitation's link. */
    tokenHash: text().notNull().unique(),
    invitedBy: uuid()
      .notNull()
      .references(() => users.id),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    revokedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("invitations_open_key")
      .on(table.organizationId, sql`lower(${table.email})`)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
  ],
);

/** A link with which a person chooses a new password. It works once; a newer one replaces it. */
export const passwordResets = pgTable("password_resets", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  /** SHA-256 of the token in the link. */
  tokenHash: text().notNull().unique(),
  /** The administrator who made it; null for one that was sent by mail. */
  createdBy: uuid().references(() => users.id),
  expiresAt: moment().notNull(),
  createdAt: createdAt(),
});

export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** First characters, shown in lists. */
    keyHint: text().notNull(),
    secretHint: text().notNull(),
    /** SHA-256 of the key and of its secret. */
    keyHash: text().notNull(),
    secretHash: text().notNull(),
    /** What it may be used for. */
    scopes: text({ enum: keyScopes })
      .array()
      .notNull()
      .default([...keyScopes]),
    /** From then on it is refused; null for never. */
    expiresAt: moment(),
    disabledAt: moment(),
    lastUsedAt: moment(),
    /** From where: an IPv4 address, or an IPv6 address's /64. */
    lastUsedNetwork: text(),
    createdAt: createdAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("api_keys_key_hash_key").on(table.keyHash),
    uniqueIndex("api_keys_name_key")
      .on(table.organizationId, table.userId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** Attempts at something guarded (a sign-in, a sign-up) in a window of time, counted by one UPSERT. */
export const throttles = pgTable("throttles", {
  key: text().primaryKey(),
  attempts: integer().notNull(),
  windowEndsAt: moment().notNull(),
});
