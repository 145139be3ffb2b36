// Inputs and outputs of prototypes, recorded for annotation.
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { prototypeRunStatuses } from "@/lib/contracts/shapes";
import { organizations, users, workspaces } from "./accounts";
import { createdAt, id, updatedAt } from "./columns";

export const prototypeRuns = pgTable(
  "prototype_runs",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    model: text(),
    prompt: text().notNull(),
    response: text(),
    status: text({ enum: prototypeRunStatuses }).notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("prototype_runs_organization").on(table.organizationId, table.createdAt, table.id)],
);
