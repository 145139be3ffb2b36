import { connection } from "@/db/client";
import { noteProblem } from "@/lib/evaluation/tasks/due";
import { advanceTask } from "@/lib/evaluation/tasks/work";
import { runSteps } from "@/lib/jobs/run-steps";
import { inngest } from "../client";
import { evalTaskDue } from "../events";

/** Evaluates a task's spans until nothing is left that can be done now. */
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
  async (job) => {
    const { taskId, organizationId } = job.event.data;
    await runSteps(job, () => advanceTask(connection().db, organizationId, taskId));
  },
);
