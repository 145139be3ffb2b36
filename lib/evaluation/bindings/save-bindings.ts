// Bindings: templates that are set to run on something.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalBindings } from "@/db/schema";
import { isNamed } from "@/lib/pages";
import { fingerprintOf } from "../templates/fingerprint";

export type NewBinding = typeof evalBindings.$inferInsert;

const sameAs = ({
  templateId,
  mapping,
  params,
  model,
  versionNumber,
}: Pick<NewBinding, "templateId" | "mapping" | "params" | "model" | "versionNumber">) =>
  fingerprintOf({ templateId, mapping, params: params ?? {}, model: model ?? null, versionNumber });

/**
 * Stores the bindings of one target in order. For span targets, an equal existing binding is reused; for prompts, one of
 * the same name is updated. The caller must lock the target: two calls at once would use the same name.
 */
export async function saveBindings(db: Database, newBindings: readonly NewBinding[]) {
  const [first] = newBindings;
  if (!first) return [];
  if (first.target === "PROMPT") return updateByName(db, newBindings);
  const known = await db
    .select()
    .from(evalBindings)
    .where(
      and(
        eq(evalBindings.target, first.target),
        eq(evalBindings.targetId, first.targetId),
        isNull(evalBindings.deletedAt),
      ),
    );
  const reusable = new Map(first.target === "EVAL_TASK" ? known.map((row) => [sameAs(row), row] as const) : []);
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  const fresh = newBindings.filter((binding) => !reusable.has(sameAs(binding)));
  // One at a time, so that lists keep their order.
  const at = Date.now();
  const made =
    fresh.length > 0
      ? await db
          .insert(evalBindings)
          .values(
            fresh.map((binding, index) => ({
              ...binding,
              name: freeName(names, binding.name),
              createdAt: new Date(at + index),
            })),
          )
          .returning()
      : [];
  const byPrint = new Map([...reusable, ...made.map((row) => [sameAs(row), row] as const)]);
  return newBindings.flatMap((binding) => byPrint.get(sameAs(binding)) ?? []);
}

async function updateByName(db: Database, newBindings: readonly NewBinding[]) {
  const stored = [];
  for (const binding of newBindings) {
    const { target, targetId, name, ...settings } = binding;
    const sameName = and(
      eq(evalBindings.target, target),
      eq(evalBindings.targetId, targetId),
      isNamed(evalBindings.name, name),
      isNull(evalBindings.deletedAt),
    );
    const [updated] = await db.update(evalBindings).set(settings).where(sameName).returning();
    const [row] = updated ? [updated] : await db.insert(evalBindings).values(binding).returning();
    if (row) stored.push(row);
  }
  return stored;
}

/** Adds "_v2", "_v3" and so on if the name is in use. */
function freeName(names: Set<string>, name: string): string {
  let free = name;
  for (let version = 2; names.has(free.toLowerCase()); version += 1) free = `${name}_v${version}`;
  names.add(free.toLowerCase());
  return free;
}
