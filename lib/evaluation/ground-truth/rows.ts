// One set of ground truth: its mappings, rows and status.
import { and, eq } from "drizzle-orm";
import { evalGroundTruths } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/templates/ground-truth-rows";
import { inTransaction } from "@/lib/transaction";
import { lockOwnTemplate } from "../templates/templates";
import { type GroundTruth, groundTruthInOrganization } from "./loaders";
import { checkColumns } from "./rules/columns";
import { mostSimilar } from "./rules/examples";
import { setSource, sourceOf } from "./use";

type Mappings = Partial<Pick<GroundTruth, "variableMapping" | "roleMapping">>;

/** Stores a mapping. If the template uses the rows now, it gets a new version with the mapping. */
const setMapping = (context: Context, id: string, field: "variable_mapping" | "role_mapping", change: Mappings) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const before = await groundTruthInOrganization(db, caller.organizationId, id);
    const template = await lockOwnTemplate(inner, before.templateId);
    const groundTruth = { ...before, ...change };
    checkColumns(field, groundTruth.columns, change.variableMapping ?? change.roleMapping ?? {});
    await db.update(evalGroundTruths).set(change).where(eq(evalGroundTruths.id, groundTruth.id));
    const { ground_truth: used } = template.version.definition;
    if (used?.ground_truth_id === groundTruth.id)
      await setSource(inner, template, sourceOf(template, groundTruth, used));
    return groundTruth;
  });

export const setGroundTruthMapping: Verb<typeof contracts.setGroundTruthMapping> = async (context, input) => {
  const change = { variableMapping: input.variable_mapping };
  const { id, variableMapping } = await setMapping(context, input.ground_truth_id, "variable_mapping", change);
  return { id, variable_mapping: variableMapping };
};

export const setGroundTruthRoleMapping: Verb<typeof contracts.setGroundTruthRoleMapping> = async (context, input) => {
  const change = { roleMapping: input.role_mapping };
  const { id, roleMapping } = await setMapping(context, input.ground_truth_id, "role_mapping", change);
  return { id, role_mapping: roleMapping, embedding_status: "not_needed" };
};

export const getGroundTruthData: Verb<typeof contracts.getGroundTruthData> = async (
  { db, caller },
  { ground_truth_id, page, page_size },
) => {
  const { id, rows, columns } = await groundTruthInOrganization(db, caller.organizationId, ground_truth_id);
  return {
    id,
    page,
    page_size,
    total_rows: rows.length,
    total_pages: Math.max(1, Math.ceil(rows.length / page_size)),
    columns,
    rows: rows.slice((page - 1) * page_size, page * page_size),
  };
};

export const getGroundTruthStatus: Verb<typeof contracts.getGroundTruthStatus> = async (
  { db, caller },
  { ground_truth_id },
) => {
  const { id, rows } = await groundTruthInOrganization(db, caller.organizationId, ground_truth_id);
  return {
    id,
    embedding_status: "not_needed",
    embedded_row_count: 0,
    total_rows: rows.length,
    progress_percent: null,
  };
};

export const searchGroundTruth: Verb<typeof contracts.searchGroundTruth> = async (
  { db, caller },
  { ground_truth_id, query, max_results },
) => {
  const { rows, columns, variableMapping } = await groundTruthInOrganization(
    db,
    caller.organizationId,
    ground_truth_id,
  );
  const mapped = Object.values(variableMapping);
  const results = mostSimilar(rows, mapped.length > 0 ? mapped : columns, query)
    .slice(0, max_results)
    .map(({ row, index, similarity }) => ({ row, row_index: index, similarity }));
  return { query, results, total: results.length };
};

export const deleteGroundTruth: Verb<typeof contracts.deleteGroundTruth> = (context, { ground_truth_id }) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const { id, templateId } = await groundTruthInOrganization(db, caller.organizationId, ground_truth_id);
    const template = await lockOwnTemplate(inner, templateId);
    if (template.version.definition.ground_truth?.ground_truth_id === id) await setSource(inner, template, null);
    await db
      .delete(evalGroundTruths)
      .where(and(eq(evalGroundTruths.id, id), eq(evalGroundTruths.organizationId, caller.organizationId)));
    return { id, deleted: true };
  });
