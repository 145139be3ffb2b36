import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { outboxEvents } from "@/db/schema";
import { suiteDatabase } from "@/db/testing/factories";
import { inngest } from "@/inngest/client";
import type { PublicContext } from "./context";
import { deliverStoredEvents, storeEvent } from "./events";
import { inTime } from "./in-time";
import { traceBy, traced, traceHeader } from "./observe/tracing";
import { createTracer } from "./server/tracing/tracer";
import { inTransaction } from "./transaction";

const database = suiteDatabase();
afterEach(() => {
  traceBy(null);
  vi.restoreAllMocks();
});

const storedData = async (id: string) => {
  const [row] = await database.db.select().from(outboxEvents).where(eq(outboxEvents.id, id));
  return row?.data;
};

test("an event stored within a span carries its trace, and others stay unchanged", async () => {
  const event = (id: string) => ({ id, name: "test/thing.happened", data: { thing: 1 } });
  await storeEvent(database.db, event("untraced"));
  expect(await storedData("untraced")).toEqual({ thing: 1 });
  traceBy(
    createTracer(
      () => true,
      () => undefined,
    ),
  );
  const header = await traced(
    () => ({ name: "POST", kind: "server" }),
    async () => {
      await storeEvent(database.db, event("traced"));
      return traceHeader();
    },
  );
  expect(await storedData("traced")).toEqual({ thing: 1, traceparent: header });
});

test("all waiting events are sent at once, oldest first, however many", async () => {
  await database.db.delete(outboxEvents);
  const createdAt = (number: number) => new Date(Date.now() - 600_000 + number);
  const events = Array.from({ length: 250 }, (_, number) => ({
    ...{ id: `waiting-${number}`, name: "test/thing.happened", data: {} },
    createdAt: createdAt(number),
  }));
  await database.db.insert(outboxEvents).values(events);
  const sent = vi.spyOn(inngest, "send").mockResolvedValue({ ids: [] });
  expect(await deliverStoredEvents(database.db, new Date())).toBe(250);
  expect(sent.mock.calls.flatMap(([batch]) => [batch].flat().map(({ id }) => id))).toEqual(events.map(({ id }) => id));
  expect(await database.db.$count(outboxEvents)).toBe(0);
});

test("an unresponsive job runner does not delay committed work, and its event stays stored", async () => {
  vi.spyOn(inngest, "send").mockImplementation(() => new Promise(() => {}));
  const context: PublicContext = {
    db: database.db,
    now: () => new Date(),
    emit: () => Promise.resolve(),
    address: null,
  };
  const work = inTransaction(context, async ({ emit }) => {
    await emit({ id: "unanswered", name: "test/thing.happened", data: { thing: 1 } });
    return "committed";
  });
  expect(await inTime(work, 8000, () => "late")).toBe("committed");
  expect(await storedData("unanswered")).toEqual({ thing: 1 });
});
