import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { organizations, users } from "../accounts";
import { createdAt, id, jsonb } from "../columns";
import { evalTemplates } from "./templates";

/** Rows with known outputs, of which a template's judge sees some as examples. The rows never change. */
export const evalGroundTruths = pgTable(
  "eval_ground_truths",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    templateId: uuid()
      .notNull()
      .references(() => evalTemplates.id),
    name: text().notNull(),
    description: text().notNull(),
    fileName: text().notNull(),
    columns: text().array().notNull(),
    rows: jsonb().$type<Record<string, unknown>[]>().notNull(),
    /** Input of the template → column. */
    variableMapping: jsonb().$type<Record<string, string>>().notNull(),
    /** Role → column. */
    roleMapping: jsonb().$type<Record<string, string>>().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [index("eval_ground_truths_template").on(table.organizationId, table.templateId, table.createdAt)],
);
