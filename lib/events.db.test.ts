import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { outboxEvents } from "@/db/schema";
import { suiteDatabase } from "@/db/testing/factories";
import { storeEvent } from "./events";
import { traceBy, traced, traceHeader } from "./observe/tracing";
import { createTracer } from "./server/tracing/tracer";

const database = suiteDatabase();
afterEach(() => traceBy(null));

const storedData = async (id: string) => {
  const [row] = await database.db.select().from(outboxEvents).where(eq(outboxEvents.id, id));
  return row?.data;
};

test("an event that is stored within a span carries its trace, and others are as they are", async () => {
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
