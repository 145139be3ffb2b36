// Sets of rows with known outputs, and which of them a template's judge sees.
import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalGroundTruths } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { ExampleSource, TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import type * as contracts from "@/lib/contracts/evaluation/templates/ground-truth";
import { invalid, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { type Template, templateInOrganization } from "../templates/loaders";
import { lockOwnTemplate } from "../templates/templates";
import { type GroundTruth, groundTruthInOrganization, rowsOf } from "./loaders";
import { checkColumns } from "./rules/columns";
import { usableRows } from "./rules/examples";
import { assertJudged, setSource, sourceOf } from "./use";

/** The most sets of a template. */
const MOST = 20;

const { rows: _rows, ...listed } = getTableColumns(evalGroundTruths);
const rowCount = sql<number>`jsonb_array_length(${evalGroundTruths.rows})`;

const present = (row: Omit<GroundTruth, "rows">, rows: number) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  file_name: row.fileName,
  columns: row.columns,
  row_count: rows,
  variable_mapping: row.variableMapping,
  role_mapping: row.roleMapping,
  embedding_status: "not_needed" as const,
  embedded_row_count: 0 as const,
  created_at: row.createdAt.toISOString(),
});

const setsOf = (organizationId: string, templateId: string) =>
  and(eq(evalGroundTruths.organizationId, organizationId), eq(evalGroundTruths.templateId, templateId));

export const listGroundTruths: Verb<typeof contracts.listGroundTruths> = async ({ db, caller }, { id }) => {
  const template = await templateInOrganization(db, caller.organizationId, id);
  const rows = await db
    .select({ ...listed, rowCount })
    .from(evalGroundTruths)
    .where(setsOf(caller.organizationId, template.id))
    .orderBy(desc(evalGroundTruths.createdAt), evalGroundTruths.id)
    .limit(MOST);
  return {
    template_id: template.id,
    items: rows.map(({ rowCount, ...row }) => present(row, rowCount)),
    total: rows.length,
  };
};

export const uploadGroundTruth: Verb<typeof contracts.uploadGroundTruth> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const template = await lockOwnTemplate(inner, input.id);
    assertJudged(template);
    const columns = [...new Set(input.columns)];
    checkColumns("variable_mapping", columns, input.variable_mapping);
    checkColumns("role_mapping", columns, input.role_mapping);
    const [stored] = await db
      .select({ count: count() })
      .from(evalGroundTruths)
      .where(setsOf(caller.organizationId, template.id));
    if ((stored?.count ?? 0) >= MOST)
      throw invalid(`A template can have at most ${MOST} sets of ground truth. Delete one first.`);
    const rows = input.data.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
    const [made] = await db
      .insert(evalGroundTruths)
      .values({
        organizationId: caller.organizationId,
        templateId: template.id,
        name: input.name,
        description: input.description,
        fileName: input.file_name,
        columns,
        rows,
        variableMapping: input.variable_mapping,
        roleMapping: input.role_mapping,
        createdBy: caller.userId,
      })
      .returning();
    if (!made) throw new Error("the ground truth was not stored");
    return present(made, rows.length);
  });

async function presentConfig(db: Database, organizationId: string, definition: TemplateDefinition) {
  const { ground_truth: source } = definition;
  const rows = source ? await rowsOf(db, organizationId, [source.ground_truth_id]) : null;
  return {
    ground_truth: {
      enabled: source !== undefined,
      ground_truth_id: source?.ground_truth_id ?? null,
      mode: source?.mode ?? ("disabled" as const),
      max_examples: source?.max_examples ?? 3,
      similarity_threshold: source?.similarity_threshold ?? 0.7,
      injection_format: "structured" as const,
      usable_rows: source ? usableRows(rows?.get(source.ground_truth_id) ?? [], source, definition) : 0,
    },
  };
}

export const getGroundTruthConfig: Verb<typeof contracts.getGroundTruthConfig> = async ({ db, caller }, { id }) => {
  const template = await templateInOrganization(db, caller.organizationId, id);
  return presentConfig(db, caller.organizationId, template.version.definition);
};

export const setGroundTruthConfig: Verb<typeof contracts.setGroundTruthConfig> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const template = await lockOwnTemplate(inner, input.id);
    assertJudged(template);
    const source = await requestedSource(db, caller.organizationId, template, input);
    return presentConfig(db, caller.organizationId, await setSource(inner, template, source));
  });

type ConfigInput = Parameters<typeof setGroundTruthConfig>[1];

/** Null if the request turns it off. */
async function requestedSource(
  db: Database,
  organizationId: string,
  template: Template,
  input: ConfigInput,
): Promise<ExampleSource | null> {
  const { enabled, mode, max_examples, similarity_threshold, ground_truth_id: id } = input;
  if (!enabled || mode === "disabled") return null;
  if (!id) throw invalidField("ground_truth_id", "This field is required.");
  const groundTruth = await groundTruthInOrganization(db, organizationId, id);
  if (groundTruth.templateId !== template.id)
    throw invalidField("ground_truth_id", "This ground truth belongs to another template.");
  return sourceOf(template, groundTruth, { mode, max_examples, similarity_threshold });
}
