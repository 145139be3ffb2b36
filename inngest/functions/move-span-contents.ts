import { connection } from "@/db/client";
import { DONE } from "@/lib/jobs/step";
import { groupFilters, renewGroups } from "@/lib/traces/segments/group-filters";
import { makeFilters } from "@/lib/traces/segments/make-filters";
import { moveContents } from "@/lib/traces/segments/move-contents";
import { inngest } from "../client";

/** What is left after as many is the next hour's. */
const STEPS = 150;

/** Brings spans to the form in which they are read best: contents in segments, segments with filters, filters in groups. Does nothing if all have it. */
export const moveSpanContents = inngest.createFunction(
  { id: "move-span-contents", triggers: [{ cron: "19 * * * *" }], concurrency: 1, retries: 3 },
  async ({ step }) => {
    for (let part = 0; part < STEPS; part++) {
      const { done } = await step.run(`advance-${part}`, async () => {
        const { db } = connection();
        for (const advance of [moveContents, makeFilters, renewGroups, groupFilters]) {
          const result = await advance(db);
          if (!result.done) return result;
        }
        return DONE;
      });
      if (done) return;
    }
  },
);
