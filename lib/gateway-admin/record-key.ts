import { recordAct } from "@/lib/audit/record";
import { changedFields } from "@/lib/audit/rules/changed-fields";
import type { GatewayContext } from "@/lib/context";
import { presentKey } from "./present";
import type { GatewayKeyRow } from "./projection";

/** What the audit log says of a change of a key: fields that people set, of those that differ. */
export async function recordKey(
  context: GatewayContext,
  before: GatewayKeyRow | null,
  after: GatewayKeyRow | undefined,
): Promise<void> {
  if (!after) return;
  const shown = (row: GatewayKeyRow) => {
    const { last_used_at, created_at, updated_at, id, organization_id, ...fields } = presentKey(row, context.now());
    return fields;
  };
  await recordAct(context, {
    targetId: after.id,
    targetName: after.name,
    organizationId: after.organizationId,
    ...changedFields(before && shown(before), shown(after)),
  });
}
