import { connection } from "@/db/client";
import { withReason } from "@/lib/failures";
import { advanceExecution, goOnInAnotherJob } from "@/lib/simulation/runs/advance";
import { breakOff } from "@/lib/simulation/runs/sweep";
import { inngest } from "../client";
import { executionAdvanced } from "../events";

/** A job has so many steps at most; a longer run goes on in another one. */
const STEPS = 300;
const LONGEST_SLEEP_MS = 60_000;

/** Plays and judges an execution's calls, as many a step as there is time for; where it is killed, it goes on by what is written. */
export const advanceSimulationIn = (steps: number, advance: typeof advanceExecution) =>
  inngest.createFunction(
    {
      id: "advance-simulation",
      triggers: [executionAdvanced],
      concurrency: [
        { limit: 1, key: "event.data.executionId" },
        { limit: 4, key: "event.data.organizationId" },
      ],
      retries: 3,
      onFailure: async ({ event, error }) => {
        const { executionId, organizationId } = executionAdvanced.schema.parse(event.data.event.data);
        await breakOff(connection().db, organizationId, executionId, error.message);
      },
    },
    async ({ event, step, runId }) => {
      const { executionId, organizationId } = event.data;
      for (let number = 0; number < steps; number++) {
        const { isOpen, waitMs } = await step.run(`advance-${number}`, () =>
          withReason(() => advance(connection().db, organizationId, executionId)),
        );
        if (!isOpen) return;
        if (waitMs > 0) await step.sleep(`wait-${number}`, Math.min(waitMs, LONGEST_SLEEP_MS));
      }
      await step.run("go-on", () => goOnInAnotherJob(connection().db, { executionId, organizationId }, runId));
    },
  );

export const advanceSimulation = advanceSimulationIn(STEPS, advanceExecution);
