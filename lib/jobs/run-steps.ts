// The loop of every job that goes in steps.
import type { GetStepTools } from "inngest";
import type { inngest } from "@/inngest/client";
import { withReason } from "@/lib/failures";
import type { StepResult } from "./step";

/** Of one job. Longer work continues in another job. */
const MAX_STEPS = 300;
const MAX_SLEEP_MS = 60_000;

interface Job {
  event: { name: string; data: object };
  step: Pick<GetStepTools<typeof inngest>, "run" | "sleep" | "sendEvent">;
  runId: string;
}

/** Runs steps until one is done, and returns its answer; null if the work continues in another job. */
export async function runSteps<T extends StepResult>(
  { event, step, runId }: Job,
  work: () => Promise<T>,
  maxSteps = MAX_STEPS,
): Promise<T | null> {
  for (let number = 0; number < maxSteps; number++) {
    // Safe: a step's answer is stored as JSON, and these are plain values.
    const result = (await step.run(`advance-${number}`, () => withReason(work))) as T;
    if (result.done) return result;
    if (result.retryAfterMs > 0) await step.sleep(`wait-${number}`, Math.min(result.retryAfterMs, MAX_SLEEP_MS));
  }
  await step.sendEvent("continue", { id: `${event.name}-after-${runId}`, name: event.name, data: event.data });
  return null;
}
