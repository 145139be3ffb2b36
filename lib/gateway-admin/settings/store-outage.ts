import { z } from "zod";
import { section } from "./section";

/** What becomes of calls that cannot be counted since Redis is away. */
export const storeOutage = section({
  shape: z.enum(["open", "closed"], "Must be open or closed."),
  project: (value) => ({ storeOutage: value ?? null }),
});
