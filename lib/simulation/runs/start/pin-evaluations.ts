// An execution's evaluations, pinned when it starts or is evaluated again.
import { and, eq, max } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callEvaluations, testExecutionEvaluations } from "@/db/schema";
import type { Context } from "@/lib/context";
import { templateInVersion, templatesInOrganization } from "@/lib/evaluation/templates/loaders";
import type { BindingRow } from "../loaders";
import { BATCH } from "./plan-calls";

/** Pins bindings as they are now, each under its next generation. Returns the stored rows. */
export async function pinEvaluations(
  { db, caller }: Pick<Context, "db" | "caller">,
  executionId: string,
  bindings: readonly BindingRow[],
) {
  if (bindings.length === 0) return [];
  const known = await db
    .select({ bindingId: testExecutionEvaluations.bindingId, generation: max(testExecutionEvaluations.generation) })
    .from(testExecutionEvaluations)
    .where(eq(testExecutionEvaluations.executionId, executionId))
    .groupBy(testExecutionEvaluations.bindingId);
  const generations = new Map(known.map(({ bindingId, generation }) => [bindingId, generation ?? 0]));
  const rows = await Promise.all(
    bindings.map(async (binding) => {
      const number = binding.versionNumber;
      const { organizationId } = caller;
      const template =
        number === null
          ? (await templatesInOrganization(db, organizationId, [binding.templateId]))[0]
          : await templateInVersion(db, organizationId, binding.templateId, number);
      return {
        executionId,
        bindingId: binding.id,
        generation: (generations.get(binding.id) ?? 0) + 1,
        name: binding.name,
        templateId: binding.templateId,
        versionNumber: template?.version.number ?? number ?? 1,
        fingerprint: template?.version.fingerprint ?? "",
        model: binding.model,
        mapping: binding.mapping,
        params: binding.params,
        config: binding.config,
        errorLocalizer: binding.errorLocalizer,
      };
    }),
  );
  return db.insert(testExecutionEvaluations).values(rows).returning();
}

/** Requests each evaluation for each call, once. */
export async function expectEvaluations(
  db: Database,
  callIds: readonly string[],
  evaluations: readonly { id: string; executionId: string }[],
) {
  const rows = callIds.flatMap((callId) =>
    evaluations.map(({ id, executionId }) => ({ callId, evaluationId: id, executionId })),
  );
  for (let from = 0; from < rows.length; from += BATCH)
    await db
      .insert(callEvaluations)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoNothing();
}

/** Closes the evaluations that a call still waits for, with the reason. */
export const skipEvaluations = (db: Database, callId: string, reason: string) =>
  db
    .update(callEvaluations)
    .set({ status: "skipped", outcome: null, passed: null, reason })
    .where(and(eq(callEvaluations.callId, callId), eq(callEvaluations.status, "pending")));
