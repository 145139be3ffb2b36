import { connection } from "@/db/client";
import { forgetExports } from "@/lib/annotation/export/close-export";
import { inngest } from "../client";

/** Deletes the files of background exports that have been kept for their time. */
export const deleteExpiredExports = inngest.createFunction(
  { id: "delete-expired-exports", triggers: [{ cron: "53 3 * * *" }], concurrency: 1, retries: 3 },
  () => forgetExports(connection().db, new Date()),
);
