import type { Database } from "@/db/client";
import { versionName } from "@/lib/contracts/prompts/names";
import type { ListedVersion, PromptLabel, PromptVersion } from "@/lib/contracts/prompts/shapes";
import { keptBracesIn } from "@/lib/gateway/prompts/variables";
import {
  type Author,
  authorOf,
  defaultVersionOf,
  labelTargets,
  type PromptRow,
  type PromptVersionRow,
} from "./loaders";
import { clientForm } from "./rules/client-content";

/** A version in full, with its author and labels. */
export async function presentVersion(db: Database, prompt: PromptRow, version: PromptVersionRow) {
  const [author, targets, standard] = await Promise.all([
    authorOf(db, version.createdBy),
    labelTargets(db, prompt.organizationId, [prompt.id]),
    defaultVersionOf(db, prompt),
  ]);
  const labels = targets.filter(({ versionId }) => versionId === version.id).map(plainLabel);
  return versionAnswer(prompt, version, { author, labels, isDefault: standard.id === version.id });
}

export const plainLabel = ({ id, name, type }: PromptLabel): PromptLabel => ({ id, name, type });

interface Around {
  author: Author | null;
  labels: PromptLabel[];
  isDefault: boolean;
}

function versionAnswer(
  prompt: PromptRow,
  version: PromptVersionRow,
  { author, labels, isDefault }: Around,
): PromptVersion {
  const { evaluationConfigs, metadata } = version.clientData;
  return {
    id: prompt.id,
    name: prompt.name,
    folder: prompt.folder,
    description: prompt.description,
    version: versionName(version.number),
    version_id: version.id,
    is_default: isDefault,
    isDefault,
    status: version.isDraft ? "draft" : "committed",
    is_draft: version.isDraft,
    commit_message: version.message,
    created_by: author,
    created_at: version.createdAt.toISOString(),
    committed_at: version.committedAt?.toISOString() ?? null,
    labels,
    content: version.content,
    kept_braces: keptBracesIn(version.content.messages),
    ...clientForm(version.content),
    evaluation_configs: evaluationConfigs,
    evaluationConfigs,
    metadata,
  };
}

export type ListedRow = Pick<PromptVersionRow, "id" | "number" | "isDraft" | "message" | "createdAt">;

export function listedVersion(prompt: PromptRow, row: ListedRow, around: Around): ListedVersion {
  const created = row.createdAt.toISOString();
  return {
    id: row.id,
    template_id: prompt.id,
    templateVersion: versionName(row.number),
    version: versionName(row.number),
    isDraft: row.isDraft,
    is_draft: row.isDraft,
    is_default: around.isDefault,
    commit_message: row.message,
    labels: around.labels,
    created_by: around.author,
    createdAt: created,
    created_at: created,
  };
}
