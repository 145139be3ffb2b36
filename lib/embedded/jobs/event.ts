import { randomUUID } from "node:crypto";
import { z } from "zod";

/** An event as the SDK sends it. Names under `inngest/` are the driver's own. */
export const sentEvent = z.looseObject({
  name: z
    .string()
    .min(1)
    .refine((name) => !name.startsWith("inngest/"), "names that begin with inngest/ are reserved"),
  data: z.record(z.string(), z.unknown()).default({}),
  id: z.string().min(1).max(512).optional(),
  ts: z.number().int().optional(),
});

/** An event as functions receive it; it may carry further fields (`v`, `meta`), which pass through. */
export interface Event {
  id: string;
  name: string;
  data: Record<string, unknown>;
  ts: number;
}

export const driverEvent = (name: string, data: Record<string, unknown>, id: string = randomUUID()): Event => ({
  id,
  name,
  data,
  ts: Date.now(),
});

/** Whether a trigger's name, exact or with a trailing `*`, covers an event. The driver's own events need to be named. */
export function covers(pattern: string, name: string): boolean {
  if (!pattern.endsWith("*")) return pattern === name;
  const prefix = pattern.slice(0, -1);
  return name.startsWith(prefix) && (prefix.startsWith("inngest/") || !name.startsWith("inngest/"));
}

/** The value at a dotted path such as `data.user.id`, as JSON text; null when there is none. */
export function keyAt(event: Event, path: string): string | null {
  let value: unknown = event;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name]; // safe because it is an object that has this property
  }
  return value === undefined ? null : JSON.stringify(value);
}
