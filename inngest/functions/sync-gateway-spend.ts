import { connection } from "@/db/client";
import { announceBudgets } from "@/lib/alerts/budgets";
import { bringMoney } from "@/lib/gateway-admin/money/ledger";
import { inngest } from "../client";

/** Takes calls that a killed process left behind in Redis into the ledger, brings Redis in line with it, and tells of budgets. */
export const syncGatewaySpend = inngest.createFunction(
  { id: "sync-gateway-spend", triggers: [{ cron: "*/5 * * * *" }], concurrency: 1 },
  ({ step }) =>
    step.run("bring", async () => {
      const differences = await bringMoney();
      await announceBudgets(connection().db, new Date());
      return differences.length;
    }),
);
