// The result of a function call, read from the SDK's reply.
import { z } from "zod";
import type { Reply } from "./handler";

const operation = z.object({
  id: z.string(),
  op: z.string(),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  opts: z.record(z.string(), z.unknown()).nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
});
export type Operation = z.infer<typeof operation>;

export type Outcome =
  | { kind: "finished"; output: unknown }
  | { kind: "operations"; operations: Operation[]; retryAfter: string | null }
  | { kind: "failed"; error: unknown; mayRetry: boolean; retryAfter: string | null };

export function outcomeOf(reply: Reply): Outcome {
  const headers = new Map(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value ?? null]));
  const retryAfter = headers.get("retry-after") ?? null;
  const body: unknown = JSON.parse(reply.body || "null");
  if (reply.status === 200) return { kind: "finished", output: body };
  if (reply.status === 206) return { kind: "operations", operations: z.array(operation).parse(body), retryAfter };
  return { kind: "failed", error: body, mayRetry: headers.get("x-inngest-no-retry") !== "true", retryAfter };
}

/** An error in the shape in which the SDK hands errors to functions. */
export const errorOf = (message: string) => ({ name: "Error", message, stack: "" });

/** A step that the driver cannot carry out. It fails the run: leaving the step out would change what the function does. */
export class UnsupportedOperation extends Error {
  constructor(name: string) {
    super(`The embedded job driver does not support ${name}.`);
    this.name = "UnsupportedOperation";
  }
}
