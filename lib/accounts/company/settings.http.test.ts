import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditEntries, users } from "@/db/schema";
import { suiteHouse } from "@/lib/annotation/testing/http";
import { hashPassword } from "@/lib/auth/password";
import { send } from "@/lib/http/testing/api";
import { mounts } from "@/lib/http/testing/mounts";

const base = "/accounts/organization/company-sign-in/";
const body = { issuer: "https://login.example.com", client_id: "assay", client_secret: "a secret of the provider" };

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);
  let authorization = "";
  beforeAll(async () => {
    const password = "a long pass phrase";
    const { db, url } = house.server;
    const own = eq(users.id, house.owner.id);
    const [user] = await db
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(own)
      .returning();
    const { body } = await send(url, "POST", "/accounts/token/", { body: { email: user?.email, password } });
    authorization = `Bearer ${body.access}`;
  });
  /** As the Owner in a session. */
  const inSession = async (status: number, method: string, body?: unknown, field?: string, below = "") => {
    const answer = await send(house.server.url, method, `${base}${below}`, { headers: { authorization }, body });
    expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
    if (field) expect(Object.keys(answer.body.details)).toEqual([field]);
    return answer.body;
  };

  const onDomains = (status: number, method: string, body?: unknown, below = "") =>
    inSession(status, method, body, status === 400 ? "domain" : undefined, `domains/${below}`);

  test("a provider is set, shown without its secret, changed and removed, and the audit log records it", async () => {
    const { result: before } = await house.owner.ok("GET", base);
    expect(before).toMatchObject({ provider: null, domains: [] });
    expect(before.callback_path).toMatch(/^\/api\/auth\/callback\/company-[\da-f-]{36}$/);
    await inSession(200, "PUT", { ...body, role: "Viewer" });
    const { result: set } = await house.owner.ok("GET", base);
    expect(set.provider).toMatchObject({ issuer: body.issuer, client_id: "assay", role: "Viewer", is_required: false });
    expect(JSON.stringify(set)).not.toContain(body.client_secret);
    const { client_secret: _, ...rest } = body;
    await inSession(200, "PUT", { ...rest, role: "Admin", trusts_emails: true });
    await inSession(200, "DELETE");
    await inSession(404, "DELETE");
    const { result } = await house.owner.ok("GET", "/accounts/audit/?target_type=company_sign_in");
    expect(result.entries.map((entry: { action: string; before: object }) => entry.action)).toEqual([
      "deleteCompanySignIn",
      "setCompanySignIn",
      "setCompanySignIn",
    ]);
    expect(result.entries[1]).toMatchObject({
      before: { role: "Viewer", trusts_emails: false },
      after: { role: "Admin", trusts_emails: true },
    });
    const rows = await house.server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.targetType, "company_sign_in"));
    expect(JSON.stringify(rows)).not.toContain(body.client_secret);
  });

  test("the audit log says that a secret was replaced, and not with what", async () => {
    await inSession(200, "PUT", body);
    await inSession(200, "PUT", { ...body, client_secret: "a replaced secret" });
    const { result } = await house.owner.ok("GET", "/accounts/audit/?target_type=company_sign_in&limit=1");
    const hidden = { client_secret: "[hidden]" };
    expect(result.entries).toMatchObject([{ action: "setCompanySignIn", before: hidden, after: hidden }]);
    expect(Object.keys(result.entries[0].after)).toEqual(["client_secret"]);
    await inSession(200, "DELETE");
  });

  test("a changed issuer needs its own secret", async () => {
    await inSession(200, "PUT", body);
    const { client_secret: _, ...rest } = body;
    const other = { ...rest, issuer: "https://login.example.org" };
    await inSession(400, "PUT", other, "client_secret");
    await inSession(200, "PUT", { ...other, client_secret: "another secret" });
    await inSession(200, "DELETE");
    await inSession(400, "PUT", rest, "client_secret");
  });

  test("company sign-in cannot be required before somebody has signed in with it", async () => {
    await inSession(409, "PUT", { ...body, is_required: true });
  });

  test.each([
    ["issuer", { ...body, issuer: "not an address" }],
    ["issuer", { ...body, issuer: "http://login.example.com" }],
    ["issuer", { ...body, issuer: "https://127.0.0.1:5432" }],
    ["issuer", { ...body, issuer: "https://login.example.com?tenant=1" }],
    ["issuer", { ...body, issuer: "https://ada:secret@login.example.com" }],
    ["client_id", { ...body, client_id: " " }],
    ["client_secret", { ...body, client_secret: "x".repeat(2001) }],
    ["role", { ...body, role: "Owner" }],
    ["is_required", { ...body, is_required: "yes" }],
  ])("a bad %s is refused by name", async (field, bad) => {
    await inSession(400, "PUT", bad, field);
  });

  test("a domain is added once, with its record, and removed", async () => {
    const { result: added } = await onDomains(200, "POST", { domain: "Harbour.Example.COM" });
    expect(added).toMatchObject({ domain: "harbour.example.com", record_name: "_assay.harbour.example.com" });
    expect(added).toMatchObject({ proven_at: null, checked_at: null });
    expect(added.record_value).toMatch(/^assay-domain=[\da-f]{48}$/);
    await onDomains(409, "POST", { domain: "harbour.example.com" });
    expect((await house.owner.ok("GET", base)).result.domains).toEqual([added]);
    await onDomains(200, "DELETE", undefined, `${added.id}/`);
    await onDomains(404, "DELETE", undefined, `${added.id}/`);
  });

  test.each(["", "localhost", "-a.example", "exa mple.com", "ada@example.com", "127.0.0.1", `${"a".repeat(260)}.com`])(
    "%j is not a domain",
    async (domain) => {
      await onDomains(400, "POST", { domain });
    },
  );

  test("Owners change the settings, Admins only read them, and others have no access", async () => {
    const { result: added } = await onDomains(200, "POST", { domain: "pier.example.com" });
    const member = await house.person();
    await member.refused(403, "GET", base);
    await member.refused(403, "PUT", base, body);
    const admin = await house.person("Admin");
    await admin.ok("GET", base);
    await admin.refused(403, "PUT", base, body);
    await admin.refused(403, "DELETE", base);
    expect(await house.owner.refused(403, "PUT", base, body)).toMatchObject({ code: "session_required" });
    await member.refused(403, "POST", `${base}check/`, { issuer: body.issuer });
    for (const [method, path, sent] of [
      ["POST", "domains/", { domain: "quay.example.com" }],
      ["POST", `domains/${added.id}/check/`, {}],
      ["DELETE", `domains/${added.id}/`, undefined],
    ] as const)
      expect(await house.owner.refused(403, method, base + path, sent)).toMatchObject({
        code: "session_required",
      });
  });
});
