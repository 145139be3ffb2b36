import { connection } from "@/db/client";
import { forgetSubmissions } from "@/lib/annotation/work/submission-log";
import { forgetNotifications } from "@/lib/notifications/notifications";
import { forgetDeliveries } from "@/lib/notifications/webhooks/deliveries";
import { inngest } from "../client";

/** Deletes submissions, notifications and webhooks' deliveries that have been kept for their time. */
export const deleteExpiredSubmissions = inngest.createFunction(
  { id: "delete-expired-submissions", triggers: [{ cron: "23 3 * * *" }], retries: 3 },
  async ({ step }) => {
    await step.run("submissions", () => forgetSubmissions(connection().db, new Date()));
    await step.run("notifications", () => forgetNotifications(connection().db, new Date()));
    await step.run("deliveries", () => forgetDeliveries(connection().db, new Date()));
  },
);
