import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { organizations } from "@/db/schema";
import { suiteHouse } from "@/lib/annotation/testing/http";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  test("an API key can delete neither an organization nor an account", async () => {
    const { result } = await house.owner.ok("GET", "/accounts/organization/losses/");
    expect(result).toMatchObject({ name: "Acme", members: expect.any(Number), traces: 0 });
    await house.owner.refused(403, "POST", "/accounts/organization/delete/", { name: "Acme" });
    const { result: own } = await house.owner.ok("GET", "/accounts/profile/losses/");
    expect(own.last_owner_of).toEqual([{ id: house.organization.id, name: "Acme" }]);
    await house.owner.refused(403, "POST", "/accounts/profile/delete/", { email: own.email });
    const [organization] = await house.server.db
      .select()
      .from(organizations)
      .where(eq(organizations.id, house.organization.id));
    expect(organization?.deletedAt).toBeNull();
  });

  test("only Owners see what deleting an organization would lose", async () => {
    const admin = await house.person("Admin");
    await admin.refused(403, "GET", "/accounts/organization/losses/");
  });

  test("a trace is counted, deleted, and gone", async () => {
    await house.span();
    const { results } = await house.owner.ok("GET", "/tracer/traces/?limit=1");
    const id = results[0].id;
    const { result: losses } = await house.owner.ok("GET", `/tracer/losses/?trace_id=${id}`);
    expect(losses).toMatchObject({ traces: 1, spans: 1, copies: 0 });
    const viewer = await house.person("Viewer");
    await viewer.refused(403, "DELETE", `/tracer/traces/${id}/`);
    const stranger = await house.stranger();
    await stranger.refused(404, "DELETE", `/tracer/traces/${id}/`);
    await house.owner.ok("DELETE", `/tracer/traces/${id}/`);
    await house.owner.refused(404, "GET", `/tracer/traces/${id}/`);
    await house.owner.refused(404, "DELETE", `/tracer/traces/${id}/`);
  });

  test("Owners and Admins delete a project by entering its name", async () => {
    const { result: project } = await house.owner.ok("POST", "/tracer/projects/", { name: `Project ${randomUUID()}` });
    const path = `/tracer/projects/${project.id}/delete/`;
    await (await house.person()).refused(403, "POST", path, { name: project.name });
    await house.owner.refused(400, "POST", path, { name: "Another" }, "name");
    const { result } = await house.owner.ok("POST", path, { name: project.name });
    expect(result).toMatchObject({ deleted: true, erasure_id: expect.any(String) });
    await house.owner.refused(404, "POST", path, { name: project.name });
  });

  test("a request for losses must name exactly one object", async () => {
    await house.owner.refused(400, "GET", "/tracer/losses/", undefined, "trace_id");
    const two = `/tracer/losses/?session_id=${randomUUID()}&project_id=${randomUUID()}`;
    await house.owner.refused(400, "GET", two, undefined, "trace_id");
  });

  test("Owners and Admins read and set the retention, within its limits", async () => {
    const { result } = await house.owner.ok("PATCH", "/accounts/retention/", { gateway_log: 30 });
    const log = result.kinds.find(({ kind }: { kind: string }) => kind === "gateway_log");
    expect(log).toMatchObject({ days: 30, own_days: 30 });
    await (await house.person()).refused(403, "GET", "/accounts/retention/");
    await house.owner.refused(400, "PATCH", "/accounts/retention/", { traces: 0 }, "traces");
    await house.owner.refused(400, "PATCH", "/accounts/retention/", { everything: 1 }, "everything");
  });
});
