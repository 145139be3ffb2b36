// How the edge hands a finished call to Inngest: after the answer, kept alive, and tried again.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestCompleted } from "@/inngest/events";
import { keepAliveBy } from "@/lib/exchange/keep-alive";
import { onlyRequest } from "../testing/recorded-calls";
import { serve } from "../testing/serve";
import { inngestRecorder } from "./live-events";

let pending: Promise<unknown>[];
const stops: (() => void)[] = [];
beforeEach(() => {
  pending = [];
  keepAliveBy((work) => pending.push(work));
});
afterEach(() => {
  vi.unstubAllEnvs();
  keepAliveBy(() => {});
  for (const stop of stops.splice(0)) stop();
});

/** An Inngest that refuses the first events. */
async function inngest(refusals: number): Promise<unknown[]> {
  const events: unknown[] = [];
  const { url, stop } = await serve(async (request) => {
    events.push(await request.json());
    return Response.json({}, { status: events.length > refusals ? 200 : 503 });
  });
  stops.push(stop);
  vi.stubEnv("INNGEST_BASE_URL", url);
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
  return events;
}

test.each([0, 1])("a call is sent as one Inngest event, after %i refusals", async (refusals) => {
  const events = await inngest(refusals);
  const organizationId = randomUUID();
  const call = await onlyRequest({ key: { id: randomUUID(), organizationId } });
  inngestRecorder.begin()(call);
  expect(pending).toHaveLength(1);
  await Promise.all(pending);
  expect(events).toHaveLength(refusals + 1);
  const [event, again] = events as { id: string; name: string; data: unknown }[];
  expect(event?.name).toBe("gateway/request.completed");
  expect(again?.id ?? event?.id).toBe(event?.id);
  const read = requestCompleted.schema["~standard"].validate(event?.data);
  expect(await read).toMatchObject({
    value: { request: { organizationId, requestedModel: "small" }, span: { name: "chat small" } },
  });
});

test("without Inngest, recording sends no event and does not fail", async () => {
  vi.stubEnv("INNGEST_EVENT_KEY", "");
  vi.stubEnv("INNGEST_DEV", "");
  inngestRecorder.begin()(await onlyRequest({}));
  await expect(Promise.all(pending)).resolves.toEqual([undefined]);
});
