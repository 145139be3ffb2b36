// What the configuration file says of the gateway and of organizations, as versions: a new one whenever the file says
// a different content than before. Between file and API the last change wins.
import { isDeepStrictEqual } from "node:util";
import { and, eq, isNotNull, notInArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings } from "@/db/schema";
import type { ConfigFile } from "../settings/file";
import { globalLevel, organizationLevel } from "../settings/levels";
import type { Config } from "../settings/section";
import { openConfig, type Secrets, sealConfig } from "./secrets";
import { configStateOf, insertVersion, lockOrganization } from "./versions";

/** Returns notices for the operator about organizations whose configuration the file does not change. */
export async function storeFileConfigs(
  tx: Database,
  file: ConfigFile,
  find: (text: string, field: string) => Promise<string>,
): Promise<string[]> {
  // By id: an organization's Owner may give it another one's name.
  const served = file.provider_organizations;
  const ids = Array.isArray(served)
    ? await Promise.all(served.map((text, index) => find(text, `provider_organizations[${index}]`)))
    : served;
  await storeFromFile(tx, null, globalLevel, globalLevel.pick({ ...file, provider_organizations: ids }));
  const notices: string[] = [];
  const named: string[] = [];
  for (const [text, config] of Object.entries(file.organizations)) {
    const id = await find(text, `organizations.${text}`);
    await lockOrganization(tx, id);
    const isInForce = await storeFromFile(tx, id, organizationLevel, organizationLevel.pick(config));
    if (!isInForce) {
      notices.push(
        `The organization "${text}" has since been configured through the API; the file does not change it.`,
      );
    }
    named.push(id);
  }
  // An organization that the file no longer names loses the settings of an earlier file.
  await tx
    .update(gatewaySettings)
    .set({ active: false })
    .where(
      and(
        eq(gatewaySettings.active, true),
        eq(gatewaySettings.origin, "config"),
        isNotNull(gatewaySettings.organizationId),
        named.length > 0 ? notInArray(gatewaySettings.organizationId, named) : undefined,
      ),
    );
  return notices;
}

/** Whether the file's content is in force. */
async function storeFromFile(
  tx: Database,
  organizationId: string | null,
  level: Secrets,
  config: Config,
): Promise<boolean> {
  const { latest, active, fromFile } = await configStateOf(tx, organizationId);
  const isSaid = fromFile && isDeepStrictEqual(await openConfig(level, fromFile.config), config);
  if (isSaid && active) return active.version === fromFile.version;
  await insertVersion(tx, {
    organizationId,
    latest,
    config: await sealConfig(level, config),
    origin: "config",
    createdBy: null,
  });
  return true;
}
