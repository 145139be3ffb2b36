import { z } from "zod";
import { define } from "../define";
import { retainedKinds, timestamp } from "../shapes";

const tag = "Data retention";
const path = "/accounts/retention/";
const access = "admin";
const days = z.int().min(1, "At least 1 day.").max(3650, "At most 3650 days.").nullable();

export const retainedData = z
  .object({
    kind: z.enum(retainedKinds),
    days: z.int().nullable().meta({ description: "For how many days it is kept; null forever" }),
    own_days: z.int().nullable().meta({ description: "What the organization has set; null if nothing" }),
    server_days: z.int().nullable().meta({ description: "What holds for the whole server; null forever" }),
    is_fixed: z.boolean().meta({ description: "Whether an organization cannot change it" }),
    rows: z.int(),
    is_estimated: z.boolean().meta({ description: "Whether `rows` is an estimate" }),
    bytes: z.int().nullable().meta({ description: "About how much of the disk it takes; null if unknown" }),
    oldest_at: timestamp.nullable(),
    due_rows: z.int().meta({ description: "How many the next sweep deletes at most" }),
  })
  .meta({ id: "RetainedData" });
export type RetainedData = z.infer<typeof retainedData>;

const response = z.object({
  kinds: z.array(retainedData),
  next_sweep_at: timestamp.meta({ description: "When the next sweep begins; it works for about an hour at most" }),
});

export const getRetention = define({
  name: "getRetention",
  method: "GET",
  path,
  tag,
  access,
  summary: "Get data retention and usage",
  description:
    "For each kind of data: for how many days it is kept, how many rows there are, about how many bytes, the oldest, and how many the next sweep deletes. Traces that people or evaluations refer to stay, so fewer than `due_rows` may go.",
  response,
});

export const setRetention = define({
  name: "setRetention",
  method: "PATCH",
  path,
  tag,
  access,
  summary: "Set how long data is kept",
  description:
    "Sets days for the kinds that are named and leaves the rest; null removes the organization's own setting. The shorter of it and the server's counts. It is a new version of the organization's gateway configuration. The next sweep deletes what is older.",
  errors: ["service_unavailable"],
  body: z.strictObject({
    traces: days.optional(),
    gateway_log: days.optional(),
    evaluation_logs: days.optional(),
    audit_log: days.optional(),
  }),
  response,
  example: { gateway_log: 30 },
});
