import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { suiteHouse } from "@/lib/annotation/testing/http";
import { mounts } from "@/lib/http/testing/mounts";

const base = "/accounts/audit/";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  test("administrative acts are in the log, with the browser and without secrets", async () => {
    const { result: made } = await house.owner.ok("POST", "/accounts/webhooks/", {
      url: "https://hooks.example.com/assay",
      events: ["audit.recorded"],
    });
    await house.owner.ok("POST", "/accounts/organization/invite/", { email: "grace@example.com", role: "Member" });
    await house.owner.ok("DELETE", `/accounts/webhooks/${made.webhook.id}/`);
    const { result } = await house.owner.ok("GET", base);
    const actions = result.entries.map(({ action }: { action: string }) => action);
    expect(actions.slice(0, 3)).toEqual(["deleteWebhook", "inviteMember", "createWebhook"]);
    expect(result.entries[1]).toMatchObject({ target_name: "grace@example.com", after: { role: "Member" } });
    expect(result.entries[2]).toMatchObject({ target_id: made.webhook.id, after: { host: "hooks.example.com" } });
    expect(JSON.stringify(result)).not.toContain(made.secret);
    const { result: one } = await house.owner.ok("GET", `${base}?action=inviteMember&limit=1`);
    expect(one.entries).toHaveLength(1);
  });

  test("a download is recorded in the log, too", async () => {
    const text = await house.owner.ok("GET", `${base}export/?format=csv`);
    expect(text).not.toContain("exportAuditLog");
    const { result } = await house.owner.ok("GET", `${base}?limit=1`);
    expect(result.entries[0]).toMatchObject({ action: "exportAuditLog", after: { format: "csv" } });
  });

  test("members and other organizations do not see the log", async () => {
    const member = await house.person();
    await member.refused(403, "GET", base);
    await member.refused(403, "GET", `${base}export/`);
    const stranger = await house.stranger();
    expect((await stranger.ok("GET", base)).result.entries).toEqual([]);
  });

  test.each([
    ["from", "from=yesterday"],
    ["limit", "limit=1000"],
    ["target_type", "target_type=everything"],
    ["user_id", "user_id=me"],
  ])("a bad %s is refused by name", async (field, query) => {
    await house.owner.refused(400, "GET", `${base}?${query}`, undefined, field);
  });

  test("an unknown entry as cursor is not found", async () => {
    await house.owner.refused(404, "GET", `${base}?after=${randomUUID()}`);
  });
});
