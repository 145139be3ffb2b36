// The data of a step that writes rows, and the open rows.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scenarioGenerations, scenarios } from "@/db/schema";
import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";
import { columnsInDataset, type DatasetRecord, datasetInOrganization } from "@/lib/datasets/loaders";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { whenNotFound } from "@/lib/rejections";
import type { GenerationRecord, ScenarioRecord } from "./loaders";
import { allowedPersonas } from "./personas";
import type { AllowedPersona } from "./rules/persona";
import type { Subject, WrittenColumn } from "./rules/write-row";
import { subjectOf } from "./subject";

/** The generation's scenario or dataset was deleted. */
interface MissingOwner {
  problem: string;
}

export interface GenerationContext {
  db: Database;
  generation: GenerationRecord;
  scenario: ScenarioRecord;
  dataset: DatasetRecord;
  subject: Subject;
  columns: WrittenColumn[];
  /** All columns of the dataset, by id. */
  names: ReadonlyMap<string, string>;
  personas: AllowedPersona[];
  situationId: string | null;
  ask: AskModel | null;
  now: () => number;
}

/** Opens the gateway's path to a model; tests pass their own. */
export type Asking = (db: Database, organizationId: string, session: string) => Promise<AskModel>;

export async function loadWork(
  db: Database,
  organizationId: string,
  id: string,
  asking: Asking,
  now: () => number,
): Promise<GenerationContext | MissingOwner | null> {
  const [found] = await db
    .select({ generation: scenarioGenerations, scenario: scenarios })
    .from(scenarioGenerations)
    .innerJoin(scenarios, eq(scenarios.id, scenarioGenerations.scenarioId))
    .where(
      and(
        eq(scenarioGenerations.id, id),
        eq(scenarioGenerations.organizationId, organizationId),
        eq(scenarioGenerations.status, "running"),
      ),
    );
  if (!found) return null;
  const { generation, scenario } = found;
  if (scenario.deletedAt) return { problem: "The scenario was deleted." };
  const dataset = await datasetInOrganization(db, organizationId, generation.datasetId).catch(whenNotFound(() => null));
  if (!dataset) return { problem: "The scenario's dataset was deleted." };
  const all = await columnsInDataset(db, dataset);
  const subject = await subjectOf(db, organizationId, scenario.agentVersionId);
  const requestedColumns = new Set(generation.columnIds);
  return {
    db,
    generation,
    scenario,
    dataset,
    subject,
    columns: all
      .filter((column) => requestedColumns.has(column.id))
      .map((column) => ({ ...column, description: descriptionOf(column.name, scenario) })),
    names: new Map(all.map((column) => [column.id, column.name])),
    personas: await allowedPersonas(db, scenario, scenario.recipe, subject.medium),
    situationId: all.find(({ name }) => name.toLowerCase() === "situation")?.id ?? null,
    ask: generation.model === DETERMINISTIC ? null : await asking(db, organizationId, `scenario ${scenario.id}`),
    now,
  };
}

const OWN: Record<string, string> = {
  situation: "Why the conversation begins, 30 to 400 characters",
  outcome: "How it should end, 45 to 90 words",
};
const descriptionOf = (name: string, { recipe }: ScenarioRecord): string =>
  recipe.custom_columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.description ??
  OWN[name.toLowerCase()] ??
  "";
