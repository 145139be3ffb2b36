import { expect, test } from "vitest";
import type { Alert } from "@/lib/contracts/alerts/alerts";
import { type AlertForm, blankAlert, changeOf, formOf, testOf } from "./alert-form";

const shared = { settle_minutes: 5, false_alarm_days: 1000 };

test.each<[Partial<AlertForm>, object]>([
  [{}, { measure: "errors", comparison: "fixed", limit: 0.05, ...shared }],
  [{ comparison: "week_before" }, { measure: "errors", comparison: "week_before", margin: 0.2, ...shared }],
  [{ measure: "latency" }, { measure: "latency", comparison: "fixed", limit: 0.05, latency_ms: 10_000, ...shared }],
  [
    { measure: "cost", limit: null },
    { measure: "cost", comparison: "fixed", cost_usd: 0.1, ...shared },
  ],
  [
    { measure: "daily_cost", comparison: "week_before" },
    { measure: "daily_cost", comparison: "fixed", cost_usd: 10 },
  ],
  [
    { measure: "drift", evaluation_id: "e1" },
    { measure: "drift", comparison: "week_before", margin: 0.2, evaluation_id: "e1", ...shared },
  ],
  [{ evaluation_id: "e1" }, { measure: "errors", comparison: "fixed", limit: 0.05, ...shared }],
])("%j sends only the fields of its measure", (change, input) => {
  expect(testOf({ ...blankAlert, ...change })).toEqual(input);
});

test("an alert's form shows its values as percentages", () => {
  const alert: Alert = {
    ...({ measure: "errors", comparison: "fixed", state: "watching" } as const),
    ...{ id: "a", project_id: "p", name: "Errors", limit: 0.07, margin: 0.2 },
    ...{ latency_ms: null, cost_usd: null, evaluation_id: null, evaluation: null, settle_minutes: 5 },
    ...{ false_alarm_days: 1000, enabled: true, muted_until: null, incident_id: null },
    ...{ watched_until: "", created_at: "" },
  };
  expect(formOf(alert)).toMatchObject({ name: "Errors", limit: 7, margin: 20 });
  expect(changeOf(formOf(alert))).toMatchObject({ limit: 0.07 });
});
