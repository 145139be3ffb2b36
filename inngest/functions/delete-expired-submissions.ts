import { connection } from "@/db/client";
import { forgetSubmissions } from "@/lib/annotation/work/submission-log";
import { inngest } from "../client";

/** Keeps what is remembered of submits to the last days. */
export const deleteExpiredSubmissions = inngest.createFunction(
  { id: "delete-expired-submissions", triggers: [{ cron: "23 3 * * *" }], retries: 3 },
  () => forgetSubmissions(connection().db, new Date()),
);
