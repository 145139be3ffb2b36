// Values as operators write them. In the configuration file a variable's value arrives as text.
import { z } from "zod";
import { parseDuration } from "./providers/deadline";

const wholeNumber = "Must be a whole number, 0 or more.";
export const count = z.union(
  [z.int(wholeNumber).min(0, wholeNumber), z.string().regex(/^\d+$/).transform(Number)],
  wholeNumber,
);

const usd = "Must be an amount in USD, 0 or more.";
export const amount = z.union(
  [
    z.number(usd).min(0, usd),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ],
  usd,
);

/** Seconds, as a number or as a text such as 1m30s. */
export const duration = z
  .union([z.number().positive(), z.string().transform(secondsIn)])
  .refine((seconds) => seconds !== null, "Must be a duration such as 30s or 1m30s.");

function secondsIn(text: string): number | null {
  const ms = parseDuration(text);
  return ms === null ? null : ms / 1000;
}
