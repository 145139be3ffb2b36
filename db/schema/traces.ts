// What traced applications send, and runs of prototypes. Ids of traces and spans are OpenTelemetry's: lower-case hex text.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { observationTypes, prototypeRunStatuses, spanStatuses } from "@/lib/contracts/shapes";
import { organizations, users, workspaces } from "./accounts";
import { createdAt, id, jsonb, updatedAt } from "./columns";

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
    index("traces_organization").on(table.organizationId, table.traceId),
    // Lists read these from their end. The last column lets them skip internal traces without reading their rows.
    index("traces_newest").on(table.organizationId, table.startedAt, table.id, table.isInternal),
    index("traces_project").on(table.projectId, table.startedAt, table.id, table.isInternal),
    index("traces_session").on(table.sessionId, table.startedAt, table.id).where(sql`${table.sessionId} is not null`),
    // Rare terms and ranges are looked up; common ones are found by walking through the newest.
    index("traces_terms").using("gin", table.terms),
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
    input: jsonb().$type<unknown>(),
    output: jsonb().$type<unknown>(),
    model: text(),
    provider: text(),
    promptTokens: integer(),
    completionTokens: integer(),
    totalTokens: integer(),
    costUsd: doublePrecision(),
    /** As sent by the application, like the resource, the events and the links. */
    attributes: jsonb().$type<Record<string, unknown>>().notNull(),
    resource: jsonb().$type<Record<string, unknown>>().notNull(),
    events: jsonb().$type<SpanEvent[]>().notNull(),
    links: jsonb().$type<SpanLink[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.spanId] }),
    index("spans_organization").on(table.organizationId, table.spanId),
    index("spans_newest").on(table.projectId, table.startedAt, table.spanId),
    index("spans_trace").on(table.projectId, table.traceId, table.startedAt),
    index("spans_session").on(table.sessionId).where(sql`${table.sessionId} is not null`),
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

/** A person's note on a span. The same text of the same person is stored once. */
export const spanNotes = pgTable(
  "span_notes",
  {
    id: id(),
    organizationId: uuid().notNull(),
    projectId: uuid().notNull(),
    spanId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    notes: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.projectId, table.spanId], foreignColumns: [spans.projectId, spans.spanId] }),
    index("span_notes_span").on(table.projectId, table.spanId, table.createdAt),
    // Of a hash: the text itself may be longer than an index entry.
    uniqueIndex("span_notes_key").on(table.projectId, table.spanId, table.userId, sql`md5(${table.notes})`),
  ],
);

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
