import { describe, expect, test } from "vitest";
import { incidents } from "@/db/schema";
import { suiteHouse } from "@/lib/annotation/testing/http";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);
  const body = { name: "Errors", measure: "errors", comparison: "fixed", limit: 0.05 };

  async function project() {
    const { result } = await house.owner.ok("POST", "/tracer/projects/", { name: crypto.randomUUID() });
    return { id: result.id, path: `/tracer/projects/${result.id}/alerts/` };
  }

  test("an alert is created, previewed, listed, muted, changed and deleted", async () => {
    const { path } = await project();
    const { result: made } = await house.owner.ok("POST", path, body);
    expect(made).toMatchObject({ ...body, state: "watching", false_alarm_days: 1000, settle_minutes: 5, margin: 0.2 });
    const { name: _, ...tested } = body;
    const { result: preview } = await house.owner.ok("POST", `${path}preview/`, tested);
    expect(preview).toMatchObject({ requests: 0, rate: null, incidents: [], limits: { from: 0.05, to: 0.05 } });
    const one = `/tracer/alerts/${made.id}/`;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const muted = await house.owner.ok("PATCH", one, { muted_until: until });
    expect(muted.result).toMatchObject({ state: "muted", muted_until: until });
    await house.owner.ok("PATCH", one, { muted_until: null, enabled: false, limit: 0.1 });
    const { result: listed } = await house.owner.ok("GET", path);
    expect(listed.alerts).toMatchObject([{ id: made.id, state: "off", limit: 0.1, muted_until: null }]);
    await house.owner.ok("DELETE", one);
    expect((await house.owner.ok("GET", path)).result.alerts).toEqual([]);
  });

  test("bad input is refused by field", async () => {
    const { path } = await project();
    const refused = (change: object, field: string) =>
      house.owner.refused(400, "POST", path, { ...body, ...change }, field);
    await refused({ limit: 5 }, "limit");
    await refused({ limit: undefined }, "limit");
    await refused({ measure: "latency" }, "latency_ms");
    await refused({ measure: "latency", latency_ms: 600_000, settle_minutes: 1 }, "settle_minutes");
    await refused({ measure: "cost" }, "cost_usd");
    await refused({ measure: "verdicts" }, "evaluation_id");
    await refused({ measure: "verdicts", evaluation_id: crypto.randomUUID() }, "evaluation_id");
    await refused({ measure: "drift", evaluation_id: crypto.randomUUID() }, "comparison");
    await house.owner.ok("POST", path, body);
    expect((await house.owner.call("POST", path, body)).status).toBe(409);
  });

  test("Viewers can only read; other members acknowledge and close incidents", async () => {
    const { path, id: project_id } = await project();
    const { result: alert } = await house.owner.ok("POST", path, body);
    const [row] = await house.server.db
      .insert(incidents)
      .values({
        ...{ organizationId: house.organization.id, projectId: project_id, alertId: alert.id, side: "above" },
        ...{ requests: 200, bad: 20, limitShare: 0.05, since: new Date(), openedAt: new Date() },
      })
      .returning();
    const one = `/tracer/incidents/${row?.id}/`;
    const viewer = await house.person("Viewer");
    expect((await viewer.call("POST", path, { ...body, name: "Mine" })).status).toBe(403);
    expect((await viewer.call("POST", `${one}close/`)).status).toBe(403);
    const listed = await viewer.ok("GET", `/tracer/incidents/?project_id=${project_id}&open=true`);
    expect(listed).toMatchObject({ count: 1, results: [{ id: row?.id, status: "open", rate: 0.1 }] });
    const member = await house.person();
    expect((await member.ok("POST", `${one}acknowledge/`)).result).toMatchObject({ status: "acknowledged" });
    expect((await member.ok("POST", `${one}close/`)).result).toMatchObject({ status: "closed" });
    expect((await member.call("POST", `${one}close/`)).status).toBe(409);
    expect(await viewer.ok("GET", `/tracer/incidents/?alert_id=${alert.id}&open=true`)).toMatchObject({ count: 0 });
    expect((await viewer.ok("GET", one)).result).toMatchObject({ finding: expect.stringContaining("10 % of 200") });
  });
});
