import { after } from "next/server";
import { serveFunctions } from "@/inngest/serve";
import { webHandler } from "@/lib/exchange/web";
import { keepAliveBy } from "@/lib/gateway/operations";

// Judges and simulated customers ask models: what is recorded of that goes on after the answer.
keepAliveBy(after);

const serve = webHandler(serveFunctions);

export { serve as GET, serve as POST, serve as PUT };
