import { z } from "zod";
import { section } from "./section";

/** How to treat calls that cannot be counted because Redis is unreachable. */
export const storeOutage = section({
  shape: z.enum(["open", "closed"], "Must be open or closed."),
  project: (value) => ({ storeOutage: value ?? null }),
});
