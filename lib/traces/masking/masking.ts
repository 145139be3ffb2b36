import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { maskingRules, projects } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/masking";
import { invalidField } from "@/lib/errors";
import { flawIn } from "@/lib/gateway/guardrails/rule-flaw";
import { inTransaction } from "@/lib/transaction";
import { projectInOrganization } from "../projects";
import { compileMasking } from "./compile-masking";

export const getMasking: Verb<typeof contracts.getMasking> = async ({ db, caller }, { project_id: id }) => {
  await projectInOrganization(db, caller.organizationId, id);
  return { rules: await rulesOf(db, caller, id) };
};

export const setMasking: Verb<typeof contracts.setMasking> = async (context, { project_id: id, rules }) => {
  for (const [index, rule] of rules.entries()) assertRuns(rule, index);
  return inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const project = await projectInOrganization(db, caller.organizationId, id);
    // One at a time: of two requests at once the later one counts as a whole.
    await db.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for("no key update");
    const rows = rules.map((rule, position) => ({
      organizationId: caller.organizationId,
      projectId: id,
      name: rule.name ?? rule.type,
      position,
      rule,
    }));
    const before = { rules: (await rulesOf(db, caller, id)).map(withoutCount) };
    const names = rows.map(({ name }) => name);
    await db
      .delete(maskingRules)
      .where(and(eq(maskingRules.projectId, id), names.length > 0 ? notInArray(maskingRules.name, names) : undefined));
    if (rows.length > 0)
      await db
        .insert(maskingRules)
        .values(rows)
        .onConflictDoUpdate({
          target: [maskingRules.projectId, maskingRules.name],
          set: { position: sql`excluded.position`, rule: sql`excluded.rule`, updatedAt: new Date() },
        });
    const written = await rulesOf(db, caller, id);
    const after = { rules: written.map(withoutCount) };
    await recordAct(inner, { targetId: id, targetName: project.name, before, after });
    return { rules: written };
  });
};

const withoutCount = ({ masked: _, ...rule }: { masked: number }) => rule;

type Rule = Parameters<typeof compileMasking>[0];

function assertRuns(rule: Rule, index: number): void {
  try {
    compileMasking(rule);
  } catch (error) {
    throw invalidField(`rules.${index}.config`, flawIn(error));
  }
}

async function rulesOf(db: Database, { organizationId }: Pick<Caller, "organizationId">, projectId: string) {
  const rows = await db
    .select()
    .from(maskingRules)
    .where(and(eq(maskingRules.organizationId, organizationId), eq(maskingRules.projectId, projectId)))
    .orderBy(asc(maskingRules.position));
  return rows.map(({ name, masked, rule: { type, treatment, config } }) => ({ type, name, treatment, config, masked }));
}
