import { bigint, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { erasureKinds } from "@/lib/contracts/shapes";
import { createdAt, id, moment } from "./columns";

/** What is deleted in the background. The row stays as the proof of it: it has ids and times alone. */
export const erasures = pgTable(
  "erasures",
  {
    id: id(),
    organizationId: uuid().notNull(),
    kind: text({ enum: erasureKinds }).notNull(),
    targetId: uuid().notNull(),
    deletedRows: bigint({ mode: "number" }).notNull().default(0),
    lastProgressAt: moment(),
    completedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("erasures_target_key").on(table.kind, table.targetId),
    index("erasures_organization").on(table.organizationId, table.createdAt),
  ],
);
