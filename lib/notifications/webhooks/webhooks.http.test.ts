import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { suiteHouse } from "@/lib/annotation/testing/http";
import { mounts } from "@/lib/http/testing/mounts";

const base = "/accounts/webhooks/";
const body = { url: "https://hooks.example.com/assay", events: ["queue.completed", "export.ready"] };

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  test("a webhook is created, shows its secret once, is changed and deleted", async () => {
    const { result: made } = await house.owner.ok("POST", base, body);
    expect(made.secret).toMatch(/^whsec_[\w+/]{32}$/);
    expect(made.webhook).toMatchObject({ ...body, format: "standard", enabled: true, delivered_at: null });
    const path = `${base}${made.webhook.id}/`;
    expect(await house.owner.ok("GET", path)).toMatchObject({ result: made.webhook });
    expect(JSON.stringify(await house.owner.ok("GET", base))).not.toContain(made.secret);
    const changed = await house.owner.ok("PATCH", path, { events: ["export.ready"], enabled: false });
    expect(changed.result).toMatchObject({ events: ["export.ready"], enabled: false, url: body.url });
    await house.owner.refused(409, "POST", `${path}test/`, {});
    await house.owner.ok("PATCH", path, { enabled: true });
    const { result: sent } = await house.owner.ok("POST", `${path}test/`, {});
    expect(sent).toMatchObject({ event: "webhook.test", status: "waiting" });
    expect(await house.owner.ok("GET", `${path}deliveries/`)).toMatchObject({ count: 1, results: [{ id: sent.id }] });
    await house.owner.refused(404, "POST", `${path}deliveries/${randomUUID()}/redeliver/`, {});
    expect(await house.owner.ok("DELETE", path)).toMatchObject({ result: { deleted: true } });
    await house.owner.refused(404, "GET", path);
  });

  test("members and other organizations cannot reach a webhook", async () => {
    const { result: made } = await house.owner.ok("POST", base, body);
    const member = await house.person();
    await member.refused(403, "GET", base);
    await member.refused(403, "POST", base, body);
    const stranger = await house.stranger();
    await stranger.refused(404, "GET", `${base}${made.webhook.id}/`);
    await stranger.refused(404, "GET", `${base}${made.webhook.id}/deliveries/`);
  });

  test.each([
    ["url", { ...body, url: "ftp://example.com/" }],
    ["url", { ...body, url: "not an address" }],
    ["url", { ...body, url: "http://127.0.0.1:5432/" }],
    ["url", { ...body, url: `https://example.com/${"x".repeat(2000)}` }],
    ["events", { ...body, events: [] }],
    ["events.0", { ...body, events: ["everything"] }],
    ["format", { ...body, format: "xml" }],
  ])("an invalid %s is refused by name", async (field, bad) => {
    await house.owner.refused(400, "POST", base, bad, field);
  });
});
