import { connection } from "@/db/client";
import { moveContents } from "@/lib/traces/segments/move-contents";
import { inngest } from "../client";

/** What is left after as many is the next hour's. */
const STEPS = 150;

/** Moves the contents of spans that an earlier version has stored. Does nothing when there are none. */
export const moveSpanContents = inngest.createFunction(
  { id: "move-span-contents", triggers: [{ cron: "19 * * * *" }], concurrency: 1, retries: 3 },
  async ({ step }) => {
    for (let part = 0; part < STEPS; part++) {
      const { done } = await step.run(`advance-${part}`, () => moveContents(connection().db));
      if (done) return;
    }
  },
);
