import { and, count, desc, eq } from "drizzle-orm";
import { prototypeRuns } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/prototype-runs";
import { assertPage, hasText, pageRange } from "@/lib/pages";
import { presentPrototypeRun } from "./present";

export const listPrototypeRuns: Verb<typeof contracts.listPrototypeRuns> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(prototypeRuns.organizationId, caller.organizationId),
    input.status ? eq(prototypeRuns.status, input.status) : undefined,
    input.search ? hasText(prototypeRuns.name, input.search) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(prototypeRuns).where(where),
    db
      .select()
      .from(prototypeRuns)
      .where(where)
      .orderBy(desc(prototypeRuns.createdAt), desc(prototypeRuns.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(presentPrototypeRun) };
};

export const createPrototypeRun: Verb<typeof contracts.createPrototypeRun> = async ({ db, caller }, input) => {
  const [row] = await db
    .insert(prototypeRuns)
    .values({
      organizationId: caller.organizationId,
      workspaceId: caller.workspaceId,
      createdBy: caller.userId,
      name: input.name,
      model: input.model || null,
      prompt: input.prompt,
      response: input.response ?? null,
      status: input.status,
    })
    .returning();
  if (!row) throw new Error("insert returned no row");
  return presentPrototypeRun(row);
};
