import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalGroundTruths } from "@/db/schema";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { invalidField, notFound } from "@/lib/errors";
import { examplesOf, type Row } from "./rules/examples";

export type GroundTruth = typeof evalGroundTruths.$inferSelect;

/** Throws `not_found`. */
export async function groundTruthInOrganization(
  db: Database,
  organizationId: string,
  id: string,
): Promise<GroundTruth> {
  const own = and(eq(evalGroundTruths.id, id), eq(evalGroundTruths.organizationId, organizationId));
  const [row] = await db.select().from(evalGroundTruths).where(own);
  if (!row) throw notFound("Ground truth not found.");
  return row;
}

/** The rows of these sets by set id. A deleted set has none. */
export async function rowsOf(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Row[]>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: evalGroundTruths.id, rows: evalGroundTruths.rows })
    .from(evalGroundTruths)
    .where(and(inArray(evalGroundTruths.id, [...ids]), eq(evalGroundTruths.organizationId, organizationId)));
  return new Map(found.map(({ id, rows }) => [id, rows]));
}

export type ExamplesFor = (definition: TemplateDefinition, inputs: Row) => TemplateDefinition["few_shot_examples"];

/** A function that finds these definitions' examples for inputs. Throws if their rows were deleted. */
export async function loadExamples(
  db: Database,
  organizationId: string,
  definitions: readonly TemplateDefinition[],
): Promise<ExamplesFor> {
  const ids = definitions.flatMap(({ ground_truth: source }) => source?.ground_truth_id ?? []);
  const rowsById = await rowsOf(db, organizationId, ids);
  if (ids.some((id) => !rowsById.has(id)))
    throw invalidField("template_id", "The ground truth of this version of the template was deleted.");
  return (definition, inputs) => {
    const { ground_truth: source } = definition;
    return source ? examplesOf(rowsById.get(source.ground_truth_id) ?? [], source, definition, inputs) : [];
  };
}
