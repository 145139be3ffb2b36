// What traced applications send. Ids of traces and spans are OpenTelemetry's: lower-case hex text.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { observationTypes, spanStatuses } from "@/lib/contracts/shapes";
import { organizations, workspaces } from "./accounts";
import { createdAt, deletedAt, id, jsonb, updatedAt, waitingList } from "./columns";

/** Exact to the microsecond, in PostgreSQL's text form: a Date would put spans of one millisecond in a wrong order. */
const instant = () => timestamp({ withTimezone: true, mode: "string", precision: 6 });

export const projects = pgTable(
  "projects",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Since then it is in no list; the background deletes it (lib/erasure). */
    deletedAt: deletedAt(),
  },
  (table) => [
    unique("projects_name_key").on(table.organizationId, table.name),
    index("projects_organization").on(table.organizationId, table.createdAt, table.id),
  ],
);

/** Traces of one conversation, under the id that the application gave it. */
export const traceSessions = pgTable(
  "trace_sessions",
  {
    id: id(),
    organizationId: uuid().notNull(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id),
    sessionId: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("trace_sessions_key").on(table.projectId, table.sessionId),
    index("trace_sessions_project").on(table.projectId, table.createdAt, table.id),
    index("trace_sessions_organization").on(table.organizationId, table.createdAt, table.id),
  ],
);

/** A trace as far as its spans have arrived: everything but its keys is computed from them. */
export const traces = pgTable(
  "traces",
  {
    id: id(),
    organizationId: uuid().notNull(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id),
    traceId: text().notNull(),
    sessionId: uuid().references(() => traceSessions.id),
    /** UNSET until the root span has arrived and ended. */
    status: text({ enum: spanStatuses }).notNull().default("UNSET"),
    name: text().notNull().default(""),
    rootSpanId: text(),
    startedAt: instant(),
    endedAt: instant(),
    latencyMs: doublePrecision(),
    /** The spans whose input and output are the trace's. */
    inputSpanId: text(),
    outputSpanId: text(),
    /** Of traces that were stored before segments were, until they are moved. */
    input: jsonb().$type<unknown>(),
    output: jsonb().$type<unknown>(),
    spanCount: integer().notNull().default(0),
    totalTokens: bigint({ mode: "number" }),
    costUsd: doublePrecision(),
    /** The application's own id of its user, of the root or else of another span. */
    userId: text(),
    environment: text(),
    /** How many spans have the status ERROR, whatever the root says. */
    errorSpans: integer().notNull().default(0),
    /** A call of the product itself: of a judge, a simulated customer or a generated scenario. */
    isInternal: boolean().notNull().default(false),
    /** What lists find it by: `name=…` of each span, `model=…`, `tag=…`, `user=…`, `environment=…`, `status=…`, `error=…`. */
    terms: text().array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("traces_key").on(table.projectId, table.traceId),
    // By OpenTelemetry's id in all projects: hashes take a fifth of the room of the ids with their organization.
    index("traces_trace_id").using("hash", table.traceId).concurrently(),
    // Lists read these from their end. The last column lets them skip internal traces without reading their rows.
    index("traces_newest").on(table.organizationId, table.startedAt, table.id, table.isInternal),
    index("traces_project").on(table.projectId, table.startedAt, table.id, table.isInternal),
    index("traces_session").on(table.sessionId, table.startedAt, table.id).where(sql`${table.sessionId} is not null`),
    // Rare terms and ranges are looked up; common ones are found by walking through the newest.
    index("traces_terms").using("gin", table.terms).with(waitingList),
    index("traces_latency").on(table.organizationId, table.latencyMs),
    index("traces_tokens").on(table.organizationId, table.totalTokens).where(sql`${table.totalTokens} is not null`),
    index("traces_cost").on(table.organizationId, table.costUsd).where(sql`${table.costUsd} is not null`),
  ],
);

/** Written with their traces in one transaction, and by thousands: so without foreign keys, each of which is a query a row. */
export const spans = pgTable(
  "spans",
  {
    organizationId: uuid().notNull(),
    projectId: uuid().notNull(),
    traceId: text().notNull(),
    spanId: text().notNull(),
    parentSpanId: text(),
    /** Where the trace enters the project: no parent, or a parent in another process. */
    isEntry: boolean().notNull(),
    sessionId: uuid(),
    userId: text(),
    environment: text(),
    tags: text().array(),
    name: text().notNull(),
    kind: text().notNull(),
    observationType: text({ enum: observationTypes }).notNull(),
    status: text({ enum: spanStatuses }).notNull(),
    statusMessage: text().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
    latencyMs: doublePrecision(),
    hasInput: boolean().notNull().default(false),
    hasOutput: boolean().notNull().default(false),
    model: text(),
    provider: text(),
    /** The prompt version that was filled in, such as `support-reply@v3`. */
    prompt: text(),
    promptTokens: integer(),
    completionTokens: integer(),
    totalTokens: integer(),
    costUsd: doublePrecision(),
    /** Where its contents are; null until they are moved from the columns below. */
    segmentId: bigint({ mode: "number" }),
    segmentLine: integer(),
    /** Where the contents of its earlier sendings were, the last ones: deletion erases them there. Null if it was sent once. */
    earlierSegmentIds: bigint({ mode: "number" }).array(),
    /** Of spans that were stored before segments were, until they are moved. Null otherwise. */
    input: jsonb().$type<unknown>(),
    output: jsonb().$type<unknown>(),
    attributes: jsonb().$type<Record<string, unknown>>(),
    resource: jsonb().$type<Record<string, unknown>>(),
    events: jsonb().$type<SpanEvent[]>(),
    links: jsonb().$type<SpanLink[]>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.spanId] }),
    // As narrow as they can be, because each span is in all of them. See docs/decisions/0204.
    index("spans_span_id").using("hash", table.spanId).concurrently(),
    index("spans_start").on(table.projectId, table.startedAt).concurrently(),
    // Without a time, PostgreSQL stores the ids once for all spans of a trace.
    index("spans_of_trace").on(table.projectId, table.traceId).concurrently(),
    index("spans_segment").on(table.segmentId),
  ],
);

export interface SpanEvent {
  name: string;
  time: string;
  attributes: Record<string, unknown>;
}

export interface SpanLink {
  trace_id: string;
  span_id: string;
  attributes: Record<string, unknown>;
}
