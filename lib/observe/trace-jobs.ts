// Spans of jobs: one for each step, and one for each run when it has ended.
import { Middleware } from "inngest";
import { type Attributes, type JobRun, recordRun, traced } from "./tracing";

/** What is read here of a run. */
interface Execution {
  ctx: { runId: string; attempt: number; event: unknown };
  fn: { id: (prefix?: string) => string };
}

export class TraceJobs extends Middleware.BaseMiddleware {
  readonly id = "trace-jobs";

  override wrapStepHandler({ next, stepInfo, ...execution }: Middleware.WrapStepHandlerArgs): Promise<unknown> {
    const start = () => {
      const attributes = { ...attributesOf(execution), "assay.job.step": stepInfo.options.id };
      return { name: `${execution.fn.id()} step`, kind: "consumer", attributes, run: runOf(execution) } as const;
    };
    return traced(start, () => next());
  }

  override onRunComplete(execution: Middleware.OnRunCompleteArgs): void {
    recordRun(() => ended(execution, null));
  }

  override onRunError({ error, isFinalAttempt, ...execution }: Middleware.OnRunErrorArgs): void {
    if (isFinalAttempt) recordRun(() => ended(execution, error));
  }
}

/** From the event to now: what it waited for is part of it. */
function ended(execution: Execution, error: Error | null) {
  return {
    ...runOf(execution),
    name: execution.fn.id(),
    attributes: { ...attributesOf(execution), ...(error && { "error.type": error.name }) },
    startedAt: numberOf(fieldOf(execution.ctx.event, "ts")) ?? Date.now(),
    isFailed: error !== null,
  };
}

function attributesOf({ ctx, fn }: Execution): Attributes {
  const organizationId = fieldOf(dataOf(ctx.event), "organizationId");
  return {
    "assay.job": fn.id(),
    "assay.job.run_id": ctx.runId,
    "assay.job.attempt": ctx.attempt + 1,
    ...(typeof organizationId === "string" && { "assay.organization_id": organizationId }),
  };
}

function runOf({ ctx }: Execution): JobRun {
  const traceparent = fieldOf(dataOf(ctx.event), "traceparent");
  return { id: ctx.runId, traceparent: typeof traceparent === "string" ? traceparent : null };
}

/** A run's failure is an event around the event that started the run. */
function dataOf(event: unknown): unknown {
  const data = fieldOf(event, "data");
  const failed = fieldOf(data, "event");
  return failed === undefined ? data : fieldOf(failed, "data");
}

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

const fieldOf = (value: unknown, name: string): unknown =>
  // Safe because it is an object; what it has is looked at by the caller.
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
