// Which models a template needs, before anything is judged.
import type { Database } from "@/db/client";
import { modelsFor } from "../judge/judge";
import { type Template, templatesInOrganization } from "./loaders";
import { isOwnCode } from "./rules/definition";

/** For each part that a model judges: the models to ask, of which the first that can be called judges. */
export async function judgeModels(
  db: Database,
  organizationId: string,
  template: Template,
  requestedModel: string | null,
): Promise<string[][]> {
  const childIds = template.version.definition.children.map(({ template_id }) => template_id);
  const parts = childIds.length > 0 ? await templatesInOrganization(db, organizationId, childIds) : [template];
  return parts.filter(isJudged).map(({ version }) => modelsFor(requestedModel ?? version.definition.model));
}

const isJudged = ({ evalType, version }: Template): boolean => evalType !== "code" && !isOwnCode(version.definition);
