import { z } from "zod";
import { tracings } from "@/lib/contracts/gateway/tracing";
import { section } from "./section";

export const tracing = section({
  shape: z.enum(tracings, "Must be full, metadata or off.").meta({
    title: "Calls are traced",
    description: "The strictest of the gateway's setting, this one and the key's counts",
    "x-unset": "As the gateway says",
  }),
  project: (value) => ({ tracing: value ?? null }),
});
