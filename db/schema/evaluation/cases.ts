import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { CaseRun, ExpectedVerdict } from "@/lib/contracts/evaluation/cases";
import { organizations, users } from "../accounts";
import { createdAt, id, jsonb } from "../columns";
import { evalTemplates } from "./templates";

/** Inputs with the expected result of a template: an organization's, also for a built-in template. */
export const evalCases = pgTable(
  "eval_cases",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    templateId: uuid()
      .notNull()
      .references(() => evalTemplates.id),
    mapping: jsonb().$type<Record<string, unknown>>().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of mapping and parameters: the same again are the same case. */
    inputsHash: text().notNull(),
    expected: jsonb().$type<ExpectedVerdict>().notNull(),
    /** The result of its last run; null until then. */
    lastRun: jsonb().$type<CaseRun>(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("eval_cases_inputs_key").on(table.organizationId, table.templateId, table.inputsHash),
    index("eval_cases_oldest").on(table.organizationId, table.templateId, table.createdAt, table.id),
  ],
);
