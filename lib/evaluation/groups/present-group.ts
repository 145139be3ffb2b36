import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema";
import type { Template } from "../templates/loaders";
import { type GroupRow, isSample } from "./loaders";

export const SAMPLE_MAKER = "Assay";

export const keysOf = (templates: readonly Template[]): string[] => [
  ...new Set(templates.flatMap(({ version }) => version.definition.required_keys)),
];

export const asksJudge = ({ evalType, version }: Template): boolean =>
  evalType !== "code" && version.definition.children.length === 0;

export async function presentGroup(db: Database, group: GroupRow) {
  const [maker] = group.createdBy
    ? await db.select({ name: users.name }).from(users).where(eq(users.id, group.createdBy))
    : [];
  return {
    id: group.id,
    name: group.name,
    organization: group.organizationId,
    workspace: group.workspaceId,
    created_at: group.createdAt.toISOString(),
    updated_at: group.updatedAt.toISOString(),
    description: group.description,
    created_by: maker?.name ?? SAMPLE_MAKER,
    is_sample: isSample(group),
  };
}
