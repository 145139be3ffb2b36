import { z } from "zod";
import { tracings } from "@/lib/contracts/gateway/tracing";
import { section } from "./section";

export const tracing = section({
  shape: z.enum(tracings, "Must be full, metadata or off."),
  project: (value) => ({ tracing: value ?? null }),
});
