import { bringMoney } from "@/lib/gateway-admin/money/ledger";
import { inngest } from "../client";

/** Takes calls that a killed process left behind in Redis into the ledger, and brings Redis in line with it. */
export const syncGatewaySpend = inngest.createFunction(
  { id: "sync-gateway-spend", triggers: [{ cron: "*/5 * * * *" }], concurrency: 1 },
  ({ step }) => step.run("bring", async () => (await bringMoney()).length),
);
