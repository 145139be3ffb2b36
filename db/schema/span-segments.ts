// Contents of spans, and what they are found by.
import { sql } from "drizzle-orm";
import { bigint, index, pgTable, smallint, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, tsvector, waitingList } from "./columns";

/**
 * What spans contain: of some hundred spans of a project that arrived together, so that a list never reads it. Only
 * the deletion of a span changes its lines. See docs/decisions/0151.
 */
export const spanSegments = pgTable(
  "span_segments",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    organizationId: uuid().notNull(),
    projectId: uuid().notNull(),
    /** A line of JSON for each span, deflated (lib/traces/segments/lines.ts). */
    lines: bytea().notNull(),
    /**
     * Which words its spans may have (lib/traces/segments/filter.ts), until its group has it. In a group: of a segment whose lines
     * were erased, until the group is renewed. Null of earlier segments without a group until it is made.
     */
    filter: bytea(),
    /** The group that has its filter, as the nth of each row. */
    filterGroupId: bigint({ mode: "number" }),
    filterNumber: smallint(),
    /** The words of earlier segments, and their project as one more. Null once there is a filter. */
    words: tsvector(),
    createdAt: createdAt(),
  },
  (table) => [
    // Searches walk through these, newest first.
    index("span_segments_ungrouped")
      .on(table.organizationId, table.id, table.projectId)
      .where(sql`${table.filterGroupId} is null`)
      .concurrently(),
    index("span_segments_grouped")
      .on(table.filterGroupId, table.filterNumber)
      .where(sql`${table.filterGroupId} is not null`)
      .concurrently(),
    // Servers of the version before walk through these.
    index("span_segments_newest").on(table.organizationId, table.id, table.projectId).concurrently(),
    index("span_segments_words").using("gin", table.words).with(waitingList),
  ],
);

/** Filters of a project's segments, side by side. See docs/decisions/0260. */
export const filterGroups = pgTable(
  "filter_groups",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    organizationId: uuid().notNull(),
    projectId: uuid().notNull(),
    /** The largest of its segments' ids. */
    lastSegmentId: bigint({ mode: "number" }).notNull(),
    /** How many segments its rows have. */
    segmentCount: smallint().notNull(),
    /** A row of bytes for each bit of a filter (lib/traces/segments/side-by-side.ts). */
    bits: bytea().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("filter_groups_newest").on(table.organizationId, table.projectId, table.lastSegmentId)],
);
