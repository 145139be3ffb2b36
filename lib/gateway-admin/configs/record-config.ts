import { recordAct } from "@/lib/audit/record";
import { changedFields } from "@/lib/audit/rules/changed-fields";
import type { GatewayContext } from "@/lib/context";
import { organizationLevel } from "../settings/levels";
import { maskConfig } from "./secrets";
import type { VersionRow } from "./versions";

/** The sections that differ between the version that was in force and the one that is. Providers' keys are masked. */
export async function recordConfig(
  context: GatewayContext,
  before: VersionRow | null | undefined,
  after: VersionRow,
): Promise<void> {
  const shown = async ({ version, config }: VersionRow) => ({
    version,
    ...(await maskConfig(organizationLevel, config)),
  });
  const change = changedFields(before ? await shown(before) : null, await shown(after));
  const targetName = after.changeDescription ?? `Version ${after.version}`;
  await recordAct(context, {
    targetId: after.organizationId,
    targetName,
    organizationId: after.organizationId,
    ...change,
  });
}
