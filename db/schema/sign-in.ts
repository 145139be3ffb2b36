import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, moment } from "./columns";

/** Failed sign-ins to an account, from wherever they came: each one more makes the next one wait longer. */
export const signInDelays = pgTable(
  "sign_in_delays",
  {
    /** Of the email, whether or not it has an account. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    /** No attempt is made before. */
    nextAt: moment().notNull(),
    /** Without an attempt until then, the row is deleted. */
    endsAt: moment().notNull(),
  },
  (table) => [index("sign_in_delays_end").on(table.endsAt)],
);

/** A person's second factor: codes of an authenticator app (TOTP). */
export const secondFactors = pgTable("second_factors", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  /** Sealed; in Base32. */
  secret: text().notNull(),
  /** When the person showed the first code; until then it protects nothing. */
  confirmedAt: moment(),
  /** The newest 30 seconds whose code was accepted: no code is accepted twice. */
  lastStep: integer().notNull().default(0),
  /** SHA-256 of the recovery codes that are left. */
  recoveryHashes: text().array().notNull().default([]),
  createdAt: createdAt(),
});
