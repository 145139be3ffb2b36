import { z } from "zod";
import { section } from "./section";

const days = "Must be a whole number of days, from 1 to 3650.";

/** For how many days the request log is kept. No request asks for it: it is read by who deletes (requests/retention.ts). */
export const retention = section({
  shape: z.strictObject({
    request_log_days: z
      .union([z.int(days), z.string().regex(/^\d+$/, days).transform(Number)], days)
      .refine((given) => given >= 1 && given <= 3650, days),
  }),
  project: () => ({}),
});
