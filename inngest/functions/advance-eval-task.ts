import { connection } from "@/db/client";
import { noteProblem } from "@/lib/evaluation/tasks/due";
import { advanceTask } from "@/lib/evaluation/tasks/work";
import { withReason } from "@/lib/failures";
import { inngest } from "../client";
import { evalTaskDue } from "../events";

const STEP_MS = 20_000;
/** Of one run; what is left then is found by the next minute. */
const STEPS = 500;

/** Goes on with a task until nothing is left: each step ends within its time, and what it has done stays. */
export const advanceEvalTask = inngest.createFunction(
  {
    id: "advance-eval-task",
    triggers: [evalTaskDue],
    concurrency: { limit: 1, key: "event.data.taskId" },
    retries: 3,
    onFailure: async ({ event, error }) => {
      const { taskId, organizationId } = evalTaskDue.schema.parse(event.data.event.data);
      const problem = `The evaluations could not continue. ${error.message} They are retried.`;
      await noteProblem(connection().db, organizationId, taskId, problem);
    },
  },
  async ({ event, step }) => {
    const { taskId, organizationId } = event.data;
    for (let number = 0, isLeft = true; isLeft && number < STEPS; number++) {
      isLeft = await step.run(`advance-${number}`, () =>
        withReason(() => advanceTask(connection().db, organizationId, taskId, Date.now() + STEP_MS)),
      );
    }
  },
);
