import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { companyRoles } from "@/lib/contracts/shapes";
import { organizations, users } from "./accounts";
import { createdAt, id, moment, updatedAt } from "./columns";

/** An organization's own OpenID Connect provider, with which its people sign in. */
export const companySignIns = pgTable("company_sign_ins", {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** Sealed. */
  clientSecret: text().notNull(),
  /** Of people who have no account yet when they first sign in. */
  role: text({ enum: companyRoles }).notNull(),
  /** Whether addresses count as verified where the provider sends no `email_verified`. */
  trustsEmails: boolean().notNull().default(false),
  /** Whether other sessions of people at its domains are refused. */
  isRequired: boolean().notNull().default(false),
  /** The last sign-in with these settings. */
  lastSignInAt: moment(),
  /** What went wrong since then, for administrators. */
  lastFailure: text(),
  lastFailureAt: moment(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A mail domain whose people may sign in with the organization's provider, once it is proven to be the organization's. */
export const companyDomains = pgTable(
  "company_domains",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** In lower case. */
    domain: text().notNull(),
    /** What the domain's DNS must show. */
    token: text().notNull(),
    provenAt: moment(),
    checkedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("company_domains_own_key").on(table.organizationId, table.domain),
    uniqueIndex("company_domains_proven_key").on(table.domain).where(sql`${table.provenAt} is not null`),
  ],
);

/** A person's account at the organization's provider. */
export const companyIdentities = pgTable(
  "company_identities",
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** The provider's `sub`. */
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.subject] }),
    index("company_identities_user").on(table.userId),
  ],
);
