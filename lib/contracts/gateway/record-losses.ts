// Requests that the gateway could not record.
import { z } from "zod";
import { define } from "../define";
import { day } from "../shapes";

export const getRecordLosses = define({
  name: "getRecordLosses",
  method: "GET",
  path: "/tracer/record-losses/",
  tag: "Tracing",
  summary: "Count today's requests that were not recorded",
  description:
    "Requests of the organization through the gateway that are neither in the request log nor traces. They were answered and charged, but too much waited for the database. Each server adds its count once the database stores again. The metric `assay_request_records_dropped_total` counts the same for all organizations, since the process began.",
  response: z.object({
    day: day.meta({ description: "Today, in UTC" }),
    dropped: z.int(),
  }),
});
