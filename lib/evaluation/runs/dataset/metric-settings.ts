// The settings of a metric on a dataset, as its request states them.
import type { Database } from "@/db/client";
import { evalBindings } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/dataset-evals";
import { columnsInDataset, type DatasetRecord } from "@/lib/datasets/loaders";
import { invalidField } from "@/lib/errors";
import { isRecord } from "@/lib/records";
import { paramsOf } from "../../playground/run";
import { type Template, templateInVersion, templatesInOrganization } from "../../templates/loaders";
import { isEmptyInput } from "../../templates/rules/inputs";
import { type BindingRow, existingColumns, mappedColumns } from "../start/pin";

type MetricSettings = Pick<Add, "model" | "kb_id"> & { config?: Add["config"] | undefined };

export async function storeBinding(db: Database, binding: typeof evalBindings.$inferInsert): Promise<BindingRow> {
  const [row] = await db.insert(evalBindings).values(binding).onConflictDoNothing().returning();
  if (!row) throw invalidField("name", `The dataset already has an evaluation "${binding.name}".`);
  return row;
}

/** A missing template is a 400, not a 404, because the body names it. */
export async function namedTemplate(
  db: Database,
  organizationId: string,
  id: string,
  version: number | null,
): Promise<Template> {
  const [current] = await templatesInOrganization(db, organizationId, [id]);
  if (!current || current.draft) throw invalidField("template_id", "There is no such evaluation template.");
  if (version === null) return current;
  const template = await templateInVersion(db, organizationId, id, version);
  if (!template) throw invalidField("version", `The template has no version ${version}.`);
  return template;
}

/** A metric's mapping, parameters and judge from a request. What the request leaves out stays as in `before`. */
export async function readSettings(
  db: Database,
  dataset: DatasetRecord,
  template: Template,
  { config, model, kb_id: kbId }: MetricSettings,
  before: Partial<BindingRow>,
) {
  if (kbId) throw invalidField("kb_id", "There is no such knowledge base.");
  const columns = await columnsInDataset(db, dataset);
  const mapping = config?.mapping
    ? existingColumns(config.mapping, columns, "config.mapping")
    : mappedColumns(before.mapping ?? {}, columns);
  const { required_keys: required, optional_keys: optional } = template.version.definition;
  const missing = required.find((key) => !optional.includes(key) && isEmptyInput(mapping[key]));
  if (missing) throw invalidField(`config.mapping.${missing}`, `${template.name} needs ${missing} in the mapping.`);
  const runConfig = isRecord(config?.run_config) ? config.run_config : {};
  const { pass_threshold: threshold = before.config?.pass_threshold, model: ownModel } = runConfig;
  const configured = config ? paramsOf(config.config, config.params) : {};
  return {
    mapping,
    params: config?.config || config?.params ? configured : (before.params ?? {}),
    model: model === undefined ? textOr(ownModel, before.model ?? null) : model?.trim() || null,
    config: {
      reason_column: config?.reason_column ?? before.config?.reason_column ?? true,
      ...(typeof threshold === "number" ? { pass_threshold: threshold } : {}),
    },
  };
}

const textOr = (value: unknown, otherwise: string | null): string | null =>
  (typeof value === "string" && value.trim()) || otherwise;

export type Add = Parameters<Verb<typeof contracts.addUserEval>>[1];
