// Pins what a run runs: a dataset's metrics, or columns that a prompt fills, as they are now.
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalBindings } from "@/db/schema";
import { cut } from "@/lib/bounds/excerpt";
import { findByIdOrName } from "@/lib/bounds/normal-form";
import { type ColumnRecord, columnsInDataset, type DatasetRecord } from "@/lib/datasets/loaders";
import { distinctIds } from "@/lib/distinct-ids";
import { invalidField, notFound } from "@/lib/errors";
import { fingerprintOf } from "../../templates/fingerprint";
import {
  type Template,
  templateInOrganization,
  templateInVersion,
  templatesInOrganization,
} from "../../templates/loaders";
import { prepareEvaluation } from "../../templates/run-evaluation";
import { columnsOfVariables, fillingOf } from "../rules/row-inputs";
import type { PinnedEvaluation } from "./insert-run";

export type BindingRow = typeof evalBindings.$inferSelect;

export async function bindingsOnDataset(
  db: Database,
  dataset: DatasetRecord,
  ids: readonly string[],
): Promise<BindingRow[]> {
  const rows = await db
    .select()
    .from(evalBindings)
    .where(
      and(
        inArray(evalBindings.id, [...ids]),
        eq(evalBindings.organizationId, dataset.organizationId),
        eq(evalBindings.target, "DATASET"),
        eq(evalBindings.targetId, dataset.id),
        isNull(evalBindings.deletedAt),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return distinctIds(ids).map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound("User evaluation not found.");
    return row;
  });
}

/** The version that a metric runs: the one it names, or the template's current one. */
export async function templateOf(db: Database, binding: BindingRow): Promise<Template> {
  const { organizationId, templateId, versionNumber } = binding;
  const template =
    versionNumber === null
      ? await templateInOrganization(db, organizationId, templateId)
      : await templateInVersion(db, organizationId, templateId, versionNumber);
  if (!template) throw notFound("Evaluation template not found.");
  return template;
}

/** Turns columns by id or name in a mapping into ids. Other values stay, and their cells report the problem. */
export function mappedColumns(
  mapping: BindingRow["mapping"],
  columns: readonly ColumnRecord[],
): Record<string, string> {
  const find = findByIdOrName(columns);
  return Object.fromEntries(
    Object.entries(mapping).map(([key, value]) => {
      const text = String(value);
      return [key, find(text)?.id ?? text];
    }),
  );
}

/** The same of a request, whose field is `field`. Throws a 400 for a column that the dataset does not have. */
export function existingColumns(
  mapping: BindingRow["mapping"],
  columns: readonly ColumnRecord[],
  field: string,
): Record<string, string> {
  const byId = mappedColumns(mapping, columns);
  const known = new Set(columns.map(({ id }) => id));
  const lost = Object.entries(byId).find(([, id]) => !known.has(id));
  if (lost) throw invalidField(`${field}.${lost[0]}`, `There is no column "${cut(lost[1], 100)}".`);
  return byId;
}

interface Changes {
  template?: Template;
  model?: string | null;
}

export async function pinBinding(
  db: Database,
  dataset: DatasetRecord,
  binding: BindingRow,
  changes: Changes = {},
): Promise<PinnedEvaluation> {
  const template = changes.template ?? (await templateOf(db, binding));
  const columns = await columnsInDataset(db, dataset);
  const { passThreshold } = settingsOf(binding);
  const model = changes.model !== undefined && template.evalType !== "code" ? changes.model : binding.model;
  return pinTemplate(db, dataset, template, {
    name: binding.name,
    bindingId: binding.id,
    params: binding.params,
    model,
    passThreshold,
    errorLocalizer: binding.errorLocalizer,
    mapping: mappedColumns(binding.mapping, columns),
    columnId: columns.find(({ sourceId, origin }) => sourceId === binding.id && origin === "evaluation")?.id ?? null,
    reasonColumnId:
      columns.find(({ sourceId, origin }) => sourceId === binding.id && origin === "evaluation_reason")?.id ?? null,
  });
}

type Pinned = Pick<
  PinnedEvaluation,
  | "name"
  | "bindingId"
  | "params"
  | "model"
  | "passThreshold"
  | "errorLocalizer"
  | "mapping"
  | "columnId"
  | "reasonColumnId"
>;

export async function pinTemplate(
  db: Database,
  dataset: DatasetRecord,
  template: Template,
  pinned: Pinned,
): Promise<PinnedEvaluation> {
  const { children } = template.version.definition;
  const parts = await templatesInOrganization(
    db,
    dataset.organizationId,
    children.map(({ template_id }) => template_id),
  );
  const childVersions = Object.fromEntries(parts.map(({ id, version }) => [id, version.number]));
  const { fingerprint } = await prepareEvaluation(db, {
    organizationId: dataset.organizationId,
    workspaceId: dataset.workspaceId,
    person: null,
    template,
    params: pinned.params ?? {},
    model: pinned.model ?? null,
    passThreshold: pinned.passThreshold ?? null,
    errorLocalizer: pinned.errorLocalizer ?? false,
    inputs: Object.keys(pinned.mapping ?? {}),
    childVersions,
  });
  return {
    ...pinned,
    kind: "evaluation",
    templateId: template.id,
    versionNumber: template.version.number,
    childVersions,
    fingerprint,
  };
}

/** The parts of a metric's config other than the mapping. */
export function settingsOf({ config }: Pick<BindingRow, "config">): {
  passThreshold: number | null;
  hasReasons: boolean;
} {
  const { pass_threshold: threshold, reason_column: reasons } = config;
  return {
    passThreshold: typeof threshold === "number" && threshold >= 0 && threshold <= 1 ? threshold : null,
    hasReasons: reasons !== false,
  };
}

/** A column that a prompt fills. Throws a 400 for a variable that names no column. */
export function pinPrediction(
  column: ColumnRecord,
  columns: readonly ColumnRecord[],
  field = "column_ids",
): PinnedEvaluation {
  const { prediction } = column;
  if (!prediction) throw invalidField(field, `The column "${column.name}" is not filled by a prompt.`);
  const mapping = variablesOf(prediction.messages, columns, column.id, field);
  return {
    kind: "prediction",
    name: column.name,
    model: prediction.model,
    prediction,
    mapping,
    columnId: column.id,
    fingerprint: fingerprintOf({ prediction, mapping }),
  };
}

/** Each variable of a prompt → its column's id. `prompt` is the version of the library that it is; null for none. */
export function variablesOf(
  messages: readonly { content: string }[],
  columns: readonly Pick<ColumnRecord, "id" | "name">[],
  ownId: string | null,
  field: string,
  prompt: string | null = null,
): Record<string, string> {
  const names = fillingOf(prompt).variablesIn(messages.map(({ content }) => content));
  const found = columnsOfVariables(
    names,
    columns.filter(({ id }) => id !== ownId),
  );
  if ("problem" in found) throw invalidField(field, found.problem);
  return found.mapping;
}
