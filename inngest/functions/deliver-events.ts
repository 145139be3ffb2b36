import { connection } from "@/db/client";
import { deliverStoredEvents } from "@/lib/events";
import { inngest } from "../client";

const GRACE_MS = 10_000;

/** Sends the events that a crash between commit and delivery left in the outbox. */
export const deliverEvents = inngest.createFunction(
  { id: "deliver-events", triggers: [{ cron: "* * * * *" }], retries: 0 },
  () => deliverStoredEvents(connection().db, new Date(Date.now() - GRACE_MS)),
);
