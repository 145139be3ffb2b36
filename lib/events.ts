// The outbox: an event is stored in the transaction that made it true, and handed to Inngest after the commit. What a crash
// leaves behind, the next delivery sends; Inngest drops what it has seen by the event's id.
import { asc, inArray, lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outboxEvents } from "@/db/schema";
import { inngest } from "@/inngest/client";
import { logIgnored } from "@/lib/error-report";
import { inTime } from "@/lib/in-time";
import { traceHeader } from "@/lib/observe/tracing";

export interface DomainEvent {
  /** Deterministic: the same happening has the same id. */
  id: string;
  /** `domain/thing.happened`; its payload's schema stands in inngest/events.ts. */
  name: string;
  data: Record<string, unknown>;
}

const BATCH = 100;
/** A committed request waits no longer for a job runner that does not answer. */
const COMMITTED_MS = 3000;
/** Of one delivery, which has as many batches as fit. */
const DELIVERY_MS = 20_000;

export async function storeEvent(db: Database, event: DomainEvent): Promise<void> {
  await db.insert(outboxEvents).values(withTrace(event)).onConflictDoNothing();
}

/** The event with the trace of the work that sends it, which its job continues. */
function withTrace(event: DomainEvent): DomainEvent {
  const traceparent = traceHeader();
  return traceparent === null ? event : { ...event, data: { traceparent, ...event.data } };
}

/** Sends stored events and forgets them. Throws when Inngest does not take them; they stay stored then. */
async function sendStored(db: Database, events: DomainEvent[]): Promise<void> {
  await inngest.send(events.map(withTrace));
  const ids = events.map((event) => event.id);
  await db.delete(outboxEvents).where(inArray(outboxEvents.id, ids));
}

const silent = (): never => {
  throw new Error("The job runner did not answer in time.");
};

/** Sends right after a commit. A failure is no failure of the caller: `deliverStoredEvents` sends what is left. */
export async function sendCommitted(db: Database, events: DomainEvent[]): Promise<void> {
  await inTime(sendStored(db, events), COMMITTED_MS, silent).catch(logIgnored("send events to the job runner"));
}

/**
 * Sends events that have waited since before `before`, oldest first, until none is left: events of one organization must not
 * delay those of others by a sweep. Returns how many.
 */
export async function deliverStoredEvents(db: Database, before: Date): Promise<number> {
  const until = Date.now() + DELIVERY_MS;
  for (let sent = 0; ; ) {
    const waiting = await db
      .select({ id: outboxEvents.id, name: outboxEvents.name, data: outboxEvents.data })
      .from(outboxEvents)
      .where(lt(outboxEvents.createdAt, before))
      .orderBy(asc(outboxEvents.createdAt))
      .limit(BATCH);
    if (waiting.length > 0) await inTime(sendStored(db, waiting), DELIVERY_MS, silent);
    sent += waiting.length;
    if (waiting.length < BATCH || Date.now() >= until) return sent;
  }
}
