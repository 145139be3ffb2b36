import { after } from "next/server";
import { serveFunctions } from "@/inngest/serve";
import { keepAliveBy } from "@/lib/exchange/keep-alive";
import { webHandler } from "@/lib/exchange/web";

// Judges and simulated customers ask models: what is recorded of that goes on after the answer.
keepAliveBy(after);

const serve = webHandler(serveFunctions);

export { serve as GET, serve as POST, serve as PUT };
