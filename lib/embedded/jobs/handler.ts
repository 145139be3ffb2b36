// The SDK's own handler, called in process: no route is open, so nothing needs a signature.
import { type Inngest, InngestCommHandler, type InngestFunction } from "inngest";
import { withAsyncContext } from "@/inngest/async-context";
import type { Event } from "./event";
import type { Result } from "./lifecycle";

export interface FunctionCall {
  functionId: string;
  /** The one step to run; null to discover the next ones. */
  stepId: string | null;
  runId: string;
  event: Event;
  attempt: number;
  /** Whether a discovery that finds a single step may run it at once, instead of planning it. */
  mayRunStep: boolean;
  maxAttempts: number;
  /** Memoised results in the order in which the steps ended. */
  steps: [id: string, result: Result][];
}

export interface Reply {
  status: number;
  body: string;
  headers: Record<string, string | null | undefined>;
}

export type Handler = (call: FunctionCall) => Promise<Reply>;

export function createHandler(client: Inngest.Any, functions: readonly InngestFunction.Any[]): Handler {
  const handler = new InngestCommHandler({
    frameworkName: "assay-jobs",
    client,
    functions,
    skipSignatureValidation: true,
    handler: (call: FunctionCall) => ({
      method: () => "POST",
      url: () => urlOf(call),
      headers: () => null,
      body: () => JSON.stringify(bodyOf(call)),
      transformResponse: (reply: Reply) => reply,
    }),
  });
  const answer: Handler = handler.createHandler();
  return (call) => withAsyncContext(() => answer(call));
}

function urlOf(call: FunctionCall): URL {
  const url = new URL("http://embedded/api/inngest");
  url.searchParams.set("fnId", call.functionId);
  url.searchParams.set("stepId", call.stepId ?? "step");
  return url;
}

function bodyOf(call: FunctionCall) {
  const stack = call.steps.map(([id]) => id);
  return {
    version: 2,
    event: call.event,
    events: [call.event],
    steps: Object.fromEntries(call.steps),
    ctx: {
      // Without `fn_id` the SDK does not try to report results to Inngest's own server while it runs.
      run_id: call.runId,
      attempt: call.attempt,
      max_attempts: call.maxAttempts,
      disable_immediate_execution: !call.mayRunStep,
      use_api: false,
      stack: { stack, current: Math.max(stack.length - 1, 0) },
    },
  };
}
