// A process that the suite kills in the midst of a run: the job runner with the job of runs. Sends on the event that it receives.
import { once } from "node:events";
import { inngest } from "@/inngest/client";
import { runEvaluations } from "@/inngest/functions/run-evaluations";
import { keepLedgerBy } from "@/lib/gateway/live";
import { createLedger } from "@/lib/gateway-admin/money/ledger";
import { startJobs } from "./start";

keepLedgerBy(createLedger().ledger);
await startJobs({ databaseUrl: process.env.DATABASE_URL ?? "", functions: [runEvaluations] });
process.stdout.write("ready\n");
const [event] = await once(process.stdin, "data");
await inngest.send(JSON.parse(String(event)));
