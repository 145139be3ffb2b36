import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditEntries, companyDomains } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { MAX_COMPANY_DOMAINS } from "@/lib/contracts/limits";
import { addCompanyDomain, checkCompanyDomainBy, deleteCompanyDomain } from "./domains";

const database = suiteDatabase();
let ours: Context;
let theirs: Context;
let domain: string;
beforeEach(async () => {
  const owner = async () => createCaller(database.db, await createOrganization(database.db), "Owner");
  ours = await owner();
  theirs = await owner();
  domain = `${randomUUID()}.example.com`;
});

/** Domains with these TXT records; null where DNS does not answer. */
const check = async (context: Context, domain_id: string, records: string[] | null) => {
  const names: string[] = [];
  const answer = await checkCompanyDomainBy(async (name) => {
    names.push(name);
    return records;
  })(context, { domain_id });
  expect(names).toEqual([`_assay.${domain}`]);
  return { proven: answer.proven_at !== null, problem: answer.problem };
};

test("a record proves a domain, its removal ends the proof, and DNS that does not answer changes nothing", async () => {
  const { id, record_value } = await addCompanyDomain(ours, { domain });
  expect(await check(ours, id, [])).toEqual({ proven: false, problem: expect.stringContaining("no TXT record") });
  expect(await check(ours, id, ["v=spf1 -all"])).toMatchObject({ proven: false, problem: expect.any(String) });
  expect(await check(ours, id, ["v=spf1 -all", record_value])).toEqual({ proven: true, problem: null });
  expect(await check(ours, id, null)).toEqual({ proven: true, problem: expect.stringContaining("did not answer") });
  expect(await check(ours, id, [])).toMatchObject({ proven: false });
});

test("an API key changes no domain, and an organization none of another", async () => {
  const { id: domain_id } = await addCompanyDomain(ours, { domain });
  const key = { ...ours, caller: { ...ours.caller, apiKeyId: randomUUID() } };
  const refusal = { detail: { code: "session_required" } };
  await expect(addCompanyDomain(key, { domain: `other.${domain}` })).rejects.toMatchObject(refusal);
  await expect(checkCompanyDomainBy(async () => [])(key, { domain_id })).rejects.toMatchObject(refusal);
  await expect(deleteCompanyDomain(key, { domain_id })).rejects.toMatchObject(refusal);
  const isAbsent = { kind: "notFound" };
  await expect(checkCompanyDomainBy(async () => [])(theirs, { domain_id })).rejects.toMatchObject(isAbsent);
  await expect(deleteCompanyDomain(theirs, { domain_id })).rejects.toMatchObject(isAbsent);
  expect(await deleteCompanyDomain(ours, { domain_id })).toEqual({ deleted: true });
});

test("a domain is proven for one organization, and for another once the first one's record is gone", async () => {
  const [own, other] = [await addCompanyDomain(ours, { domain }), await addCompanyDomain(theirs, { domain })];
  expect(await check(theirs, other.id, [other.record_value])).toMatchObject({ proven: true });
  const both = [own.record_value, other.record_value];
  await expect(check(ours, own.id, both)).rejects.toMatchObject({ kind: "conflict" });
  expect(await check(ours, own.id, [own.record_value])).toMatchObject({ proven: true });
  const rows = await database.db.select().from(companyDomains).where(eq(companyDomains.domain, domain));
  const proven = rows.filter((row) => row.provenAt !== null).map((row) => row.organizationId);
  expect(proven).toEqual([ours.caller.organizationId]);
});

test("an organization's audit log says that it lost a domain, and not to whom", async () => {
  const [own, other] = [await addCompanyDomain(ours, { domain }), await addCompanyDomain(theirs, { domain })];
  await check(theirs, other.id, [other.record_value]);
  const act = { action: "checkCompanyDomain", userAgent: "their browser", isRecorded: false };
  await check({ ...ours, act, address: "192.0.2.7" }, own.id, [own.record_value]);
  const entriesOf = ({ caller }: Context) =>
    database.db.select().from(auditEntries).where(eq(auditEntries.organizationId, caller.organizationId));
  const lost = { action: "checkCompanyDomain", targetId: other.id, targetName: domain, after: { proven: false } };
  expect(await entriesOf(theirs)).toMatchObject([{ ...lost, userId: null, address: null, userAgent: null }]);
  expect(await entriesOf(ours)).toMatchObject([{ targetId: own.id, after: { proven: true } }]);
});

test("only one of two organizations that prove a domain at once succeeds", async () => {
  const [own, other] = [await addCompanyDomain(ours, { domain }), await addCompanyDomain(theirs, { domain })];
  const records = [own.record_value, other.record_value];
  const outcomes = await Promise.allSettled([check(ours, own.id, records), check(theirs, other.id, records)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a domain of another organization is not found", async () => {
  const { id } = await addCompanyDomain(ours, { domain });
  await expect(checkCompanyDomainBy(async () => [])(theirs, { domain_id: id })).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("an organization has a limited number of domains", async () => {
  for (let number = 0; number < MAX_COMPANY_DOMAINS; number += 1)
    await addCompanyDomain(ours, { domain: `d${number}.${domain}` });
  await expect(addCompanyDomain(ours, { domain })).rejects.toMatchObject({ kind: "invalid" });
  const own = eq(auditEntries.organizationId, ours.caller.organizationId);
  expect(await database.db.$count(auditEntries, own)).toBe(0);
});
