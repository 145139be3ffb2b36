import { and, eq } from "drizzle-orm";
import { evalLogs } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/logs";
import { conditionOf } from "@/lib/filters/conditions";
import { inOrganization } from "@/lib/owned-rows";
import { templateInOrganization } from "../templates/loaders";
import { lastDays } from "../templates/rules/usage-window";
import { usageIn } from "../templates/usage";
import { columnsOf } from "./columns";
import { shapeOf } from "./log-table";

export const getEvalMetrics: Verb<typeof contracts.getEvalMetrics> = async ({ db, caller, now }, input) => {
  const { organizationId } = caller;
  const template = await templateInOrganization(db, organizationId, input.eval_template_id);
  const own = and(inOrganization(evalLogs, organizationId), eq(evalLogs.templateId, template.id));
  const columns = columnsOf({ ...(await shapeOf(db, template, own)), feedback: "hidden" });
  const where = and(...(input.filters ?? []).map((filter, index) => conditionOf(columns, filter, index).sql));
  const { stats, chart } = await usageIn(db, organizationId, template, lastDays(now(), input.days), where);
  const { runs, error, score } = stats;
  const graph = <Value>(read: (day: (typeof chart)[number]) => Value) =>
    chart.map((day) => ({ timestamp: day.timestamp, value: read(day) }));
  return {
    base_eval_template_id: template.id,
    api_call_count: { api_call_count: runs, count_graph_data: graph((day) => day.runs) },
    average: { average: score.mean, interval: score.interval, avg_graph_data: graph((day) => day.score.mean) },
    error_rate: runs > 0 ? error / runs : null,
  };
};
