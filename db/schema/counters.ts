// Sums over items, seats, assignments and scores, so that reading them costs the same at a hundred items and at a million.
// Triggers keep them (db/migrations/0001_triggers.sql), no code does. Each sum is spread over slots, so that work done at the same
// moment adds to different rows; readers add the slots up.
import { bigint, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";

const slot = () => smallint().notNull();
const sum = () => integer().notNull().default(0);

/** Live items that are work. `in_progress` leaves out `in_review`; `needs_changes` is part of `in_progress`. */
export const queueCounters = pgTable(
  "queue_counters",
  {
    queueId: uuid().notNull(),
    slot: slot(),
    total: sum(),
    pending: sum(),
    inProgress: sum(),
    inReview: sum(),
    needsChanges: sum(),
    completed: sum(),
    skipped: sum(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.slot] })],
);

/**
 * Items that are completed, and seats that their annotators have completed, by the quarter of an hour in which they were:
 * days of every time zone are made of those.
 */
export const queuePeriods = pgTable(
  "queue_periods",
  { queueId: uuid().notNull(), at: moment().notNull(), slot: slot(), completed: sum(), answered: sum() },
  (table) => [primaryKey({ columns: [table.queueId, table.at, table.slot] })],
);

/** An annotator's seats by state, assignments by state of the item, live scores, and copies that are checks. */
export const annotatorCounters = pgTable(
  "annotator_counters",
  {
    queueId: uuid().notNull(),
    userId: uuid().notNull(),
    slot: slot(),
    completed: sum(),
    skipped: sum(),
    /** Held items that nobody has begun; `in_progress` are the other held ones; `in_review` is part of `completed`. */
    pending: sum(),
    inProgress: sum(),
    inReview: sum(),
    assigned: sum(),
    assignedPending: sum(),
    assignedInProgress: sum(),
    assignedInReview: sum(),
    assignedSkipped: sum(),
    annotations: sum(),
    /** Copies of gold items and repeats that the annotator was given, by state, once they are begun. */
    checksInProgress: sum(),
    checksInReview: sum(),
    checksCompleted: sum(),
    checksSkipped: sum(),
    /** Time spent on the completed seats. */
    workMs: bigint({ mode: "number" }).notNull().default(0),
    lastActive: moment(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.userId, table.slot] })],
);

/** Completed seats by time spent, in buckets that grow by an eighth of an octave: lib/annotation/items/rules/work-time.ts. */
export const workTimeCounters = pgTable(
  "work_time_counters",
  { queueId: uuid().notNull(), userId: uuid().notNull(), bucket: smallint().notNull(), slot: slot(), seats: sum() },
  (table) => [primaryKey({ columns: [table.queueId, table.userId, table.bucket, table.slot] })],
);

/** Live scores by value, a multiple choice under each of its options; all of them together under the empty value. */
export const labelValueCounters = pgTable(
  "label_value_counters",
  { queueId: uuid().notNull(), labelId: uuid().notNull(), value: text().notNull(), slot: slot(), scores: sum() },
  (table) => [primaryKey({ columns: [table.queueId, table.labelId, table.value, table.slot] })],
);
