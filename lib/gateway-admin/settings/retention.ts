import { z } from "zod";
import { section } from "./section";

const message = "Must be a whole number of days, from 1 to 3650.";
const days = z
  .union([z.int(message), z.string().regex(/^\d+$/, message).transform(Number)], message)
  .refine((days) => days >= 1 && days <= 3650, message);

const shape = z.strictObject({
  request_log_days: days
    .optional()
    .meta({ title: "Keep the request log, in days", "x-unset": "The gateway's setting: 90 by default" }),
  /** Since they began and since a span of theirs last came. */
  trace_days: days
    .optional()
    .meta({ title: "Keep traces, in days", "x-unset": "The gateway's setting: forever by default" }),
  eval_log_days: days
    .optional()
    .meta({ title: "Keep evaluation logs, in days", "x-unset": "The gateway's setting: forever by default" }),
  audit_days: days
    .optional()
    .meta({ title: "Keep the audit log, in days", "x-unset": "The gateway's setting: forever by default" }),
});

export type Retention = z.output<typeof shape>;

/** How many days records are kept. No request reads it, only the code that deletes them (days-kept.ts). */
export const retention = section({ shape, project: () => ({}) });
