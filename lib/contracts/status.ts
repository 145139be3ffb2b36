import { z } from "zod";
import { define } from "./define";
import { partStates, statusParts } from "./names";
import { day } from "./shapes";

const minutes = z.int().min(0);

export const getStatus = define({
  name: "getStatus",
  method: "GET",
  path: "/health/status/",
  tag: "Health",
  summary: "Read the state of the installation, now and over the last 90 days",
  description:
    "Answers the state of each part now, and for each recorded day (UTC) the minutes in each state. A server records each minute; minutes in which none ran are not recorded, and days without a record are missing. `history` is null if the database does not answer. The answer has no organization's data. Needs no credentials; for a status page.",
  access: "public",
  envelope: "bare",
  response: z.object({
    parts: z.array(
      z.object({
        part: z.enum(statusParts),
        state: z.enum(partStates),
      }),
    ),
    history: z
      .array(
        z.object({
          day,
          part: z.enum(statusParts),
          working_minutes: minutes,
          degraded_minutes: minutes,
          down_minutes: minutes,
        }),
      )
      .nullable(),
  }),
});
