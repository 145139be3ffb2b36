import { z } from "zod";
import { tracings } from "@/lib/contracts/gateway/tracing";
import { section } from "./section";

export const tracing = section({
  shape: z.enum(tracings, "Must be full, metadata or off.").meta({
    title: "Trace calls",
    description: "The strictest of the gateway's, this and the key's setting applies",
    "x-unset": "The gateway's setting",
  }),
  project: (value) => ({ tracing: value ?? null }),
});
