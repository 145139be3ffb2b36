// Prompts with versions, the labels that point to versions, and who changed what.
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import { promptChangeKinds } from "@/lib/contracts/prompts/names";
import { organizations, users, workspaces } from "./accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "./columns";

export const prompts = pgTable(
  "prompts",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    /** The name of its folder; empty for none. */
    folder: text().notNull().default(""),
    description: text().notNull().default(""),
    /** The number of its newest version: numbers of deleted versions are not used again. */
    lastNumber: integer().notNull().default(0),
    /** What clients get who name neither label nor version; null for the newest committed version. */
    defaultNumber: integer(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("prompts_name_key")
      .on(table.organizationId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** A draft may change; a committed version never does. */
export const promptVersions = pgTable(
  "prompt_versions",
  {
    id: id(),
    promptId: uuid()
      .notNull()
      .references(() => prompts.id),
    number: integer().notNull(),
    isDraft: boolean().notNull(),
    content: jsonb().$type<PromptContent>().notNull(),
    /** What published clients send with a version and read back, unchanged. */
    clientData: jsonb().$type<{ evaluationConfigs: unknown[]; metadata: unknown }>().notNull(),
    /** Why it was made, as its author says. */
    message: text().notNull().default(""),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    committedAt: moment(),
  },
  (table) => [unique("prompt_versions_number_key").on(table.promptId, table.number)],
);

/** An organization's own labels; those that every organization has are in lib/contracts/prompts/names.ts. */
export const promptLabels = pgTable(
  "prompt_labels",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("prompt_labels_name_key").on(table.organizationId, sql`lower(${table.name})`)],
);

/** To which version of a prompt a label points. */
export const promptLabelTargets = pgTable(
  "prompt_label_targets",
  {
    promptId: uuid()
      .notNull()
      .references(() => prompts.id),
    labelId: uuid().notNull(),
    versionId: uuid()
      .notNull()
      .references(() => promptVersions.id),
    movedBy: uuid().references(() => users.id),
    movedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.promptId, table.labelId] }),
    index("prompt_label_targets_label").on(table.labelId),
  ],
);

export const promptChanges = pgTable(
  "prompt_changes",
  {
    id: id(),
    promptId: uuid()
      .notNull()
      .references(() => prompts.id),
    kind: text({ enum: promptChangeKinds }).notNull(),
    /** The version that it is about; of a label, the one that it points to now. */
    number: integer(),
    /** Of a label, the version to which it pointed before. */
    formerNumber: integer(),
    label: text(),
    message: text().notNull().default(""),
    changedBy: uuid().references(() => users.id),
    changedAt: moment().notNull().defaultNow(),
  },
  (table) => [index("prompt_changes_newest").on(table.promptId, table.changedAt.desc(), table.id)],
);

/** What people say of a prompt or of one of its versions. */
export const promptComments = pgTable(
  "prompt_comments",
  {
    id: id(),
    promptId: uuid()
      .notNull()
      .references(() => prompts.id),
    /** The version that it is about, also if that was deleted; null for the whole prompt. */
    number: integer(),
    text: text().notNull(),
    mentionedUserIds: uuid().array().notNull().default([]),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    editedAt: moment(),
  },
  (table) => [index("prompt_comments_newest").on(table.promptId, table.createdAt.desc(), table.id)],
);
