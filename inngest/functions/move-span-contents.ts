import { connection } from "@/db/client";
import { makeFilters } from "@/lib/traces/segments/make-filters";
import { moveContents } from "@/lib/traces/segments/move-contents";
import { inngest } from "../client";

/** What is left after as many is the next hour's. */
const STEPS = 150;

/** Brings spans that an earlier version has stored to today's form: contents in segments, segments with filters. Does nothing if all have it. */
export const moveSpanContents = inngest.createFunction(
  { id: "move-span-contents", triggers: [{ cron: "19 * * * *" }], concurrency: 1, retries: 3 },
  async ({ step }) => {
    for (let part = 0; part < STEPS; part++) {
      const { done } = await step.run(`advance-${part}`, async () => {
        const { db } = connection();
        const moved = await moveContents(db);
        return moved.done ? makeFilters(db) : moved;
      });
      if (done) return;
    }
  },
);
