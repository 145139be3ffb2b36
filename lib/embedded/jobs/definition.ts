// What the driver must know of a function, read from the options it was created with. Whatever the driver cannot do is
// refused here, at registration, rather than ignored at run time.
import type { Inngest, InngestFunction } from "inngest";
import { z } from "zod";
import { parseCron, type Schedule } from "./cron";
import { durationMs } from "./durations";

export interface Definition {
  /** `<app>-<function>`, as the SDK addresses it. */
  id: string;
  maxAttempts: number;
  events: string[];
  schedules: Schedule[];
  concurrency: { limit: number; key: string | null }[];
  debounce: { periodMs: number; timeoutMs: number | null; key: string | null } | null;
  idempotency: string | null;
  /** The function that runs once this one has failed for good. */
  failureId: string | null;
}

const failureSuffix = "-failure";
const failureMaxAttempts = 2;
const defaultRetries = 3;

const period = z.string().transform((text, context) => {
  const length = durationMs(text);
  if (length) return length;
  context.addIssue("is not a duration such as 30s or 1h30m");
  return z.NEVER;
});
const key = z
  .string()
  .regex(/^event\.data(\.\w+)+$/, "only a plain path such as event.data.id")
  .transform((path) => path.slice("event.".length))
  .nullish()
  .transform((path) => path ?? null);
const limit = z.number().int().min(1);
/** Nothing invokes or cancels a function here. */
const unsent = new Set(["inngest/function.invoked", "inngest/function.cancelled"]);
const eventName = z
  .union([z.string(), z.object({ name: z.string() }).transform((type) => type.name)])
  .refine((name) => !name.slice(0, -1).includes("*"), "a wildcard other than at the end")
  .refine((name) => !unsent.has(name), "an event that this driver never sends");
const schedule = z.string().transform((text, context) => {
  try {
    return parseCron(text);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error));
    return z.NEVER;
  }
});
const ignored = z.unknown().optional();

const options = z.strictObject({
  id: z.string(),
  name: ignored,
  description: ignored,
  middleware: ignored,
  optimizeParallelism: z.literal(true).optional(),
  checkpointing: ignored,
  experimentalCheckpointing: ignored,
  onFailure: ignored,
  retries: z.number().int().min(0).default(defaultRetries),
  triggers: z.array(z.object({ event: eventName.optional(), cron: schedule.optional() })).min(1, "nothing starts it"),
  concurrency: z
    .union([
      limit.transform((number) => [{ limit: number, key: null }]),
      z.strictObject({ limit, key }).transform((one) => [one]),
      z.array(z.strictObject({ limit, key })),
    ])
    .default([]),
  // At most so many events a batch: here each is a batch of its own.
  batchEvents: z.strictObject({ maxSize: limit, timeout: period }).optional(),
  debounce: z.strictObject({ period, timeout: period.optional(), key }).optional(),
  idempotency: key,
});

/** Every function of the app by id, failure handlers included. Throws at the first feature that the driver lacks. */
export function define(client: Inngest.Any, functions: readonly InngestFunction.Any[]): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const item of functions) {
    const id = item.id(client.id);
    const found = definitionOf(id, item.opts);
    for (const definition of found.failureId ? [found, failureHandler(found.failureId)] : [found]) {
      if (definitions.has(definition.id)) throw new Error(`Two functions have the id "${definition.id}"`);
      definitions.set(definition.id, definition);
    }
  }
  return definitions;
}

function definitionOf(id: string, functionOptions: object): Definition {
  const present = Object.fromEntries(Object.entries(functionOptions).filter(([, value]) => value !== undefined));
  refuseConditions(id, present);
  const parsed = options.safeParse(present);
  if (!parsed.success) throw refusal(id, parsed.error.issues);
  const read = parsed.data;
  return {
    id,
    maxAttempts: read.retries + 1,
    events: read.triggers.flatMap(({ event }) => event ?? []),
    schedules: read.triggers.flatMap(({ cron }) => cron ?? []),
    concurrency: read.concurrency,
    debounce: read.debounce
      ? { periodMs: read.debounce.period, timeoutMs: read.debounce.timeout ?? null, key: read.debounce.key }
      : null,
    idempotency: read.idempotency,
    failureId: read.onFailure === undefined ? null : `${id}${failureSuffix}`,
  };
}

const failureHandler = (id: string): Definition => ({
  id,
  maxAttempts: failureMaxAttempts,
  events: [],
  schedules: [],
  concurrency: [],
  debounce: null,
  idempotency: null,
  failureId: null,
});

/** `if` expressions get a sentence of their own: dropping one would run functions that should not run. */
function refuseConditions(id: string, present: Record<string, unknown>): void {
  const triggers = z.array(z.object({ if: z.unknown().optional() })).safeParse(present.triggers);
  if (triggers.data?.some((item) => item.if !== undefined)) throw unsupported(id, "an `if` expression in triggers");
}

function refusal(id: string, issues: z.core.$ZodIssue[]): Error {
  const sentences = issues.map((issue) => {
    if (issue.code === "unrecognized_keys") return [...issue.path, issue.keys.join(", ")].join(".");
    return `${issue.path.join(".")} (${deepestMessage(issue)})`;
  });
  return unsupported(id, sentences.join("; "));
}

/** The message of the alternative that came closest, where a value may have several shapes. */
function deepestMessage(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const [deepest] = issue.errors.flat().sort((a, b) => b.path.length - a.path.length);
  if (!deepest) return issue.message;
  if (deepest.code === "unrecognized_keys") return `${deepest.keys.join(", ")} is not supported`;
  return [...deepest.path, deepestMessage(deepest)].join(": ");
}

const unsupported = (id: string, feature: string): Error =>
  new Error(`The function "${id}" uses what the embedded job driver does not support: ${feature}.`);
