// Versions of the gateway's settings: a new one whenever the file says something new.
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, isNotNull, isNull, notInArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings } from "@/db/schema";
import { seal, unseal } from "@/lib/auth/encryption";
import { env } from "@/lib/env";
import { StartupError } from "@/lib/startup-error";
import type { ConfigFile } from "./settings/file";
import { globalLevel, organizationLevel } from "./settings/levels";
import type { Config } from "./settings/section";

type Level = Pick<typeof globalLevel, "mapSecrets">;

export async function storeSettings(
  tx: Database,
  file: ConfigFile,
  find: (text: string, field: string) => Promise<string>,
): Promise<void> {
  await storeVersion(tx, null, globalLevel, globalLevel.pick(file));
  const named: string[] = [];
  for (const [text, config] of Object.entries(file.organizations)) {
    const id = await find(text, `organizations.${text}`);
    await storeVersion(tx, id, organizationLevel, organizationLevel.pick(config));
    named.push(id);
  }
  // An organization that the file no longer names loses what an earlier file gave it.
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
}

async function storeVersion(tx: Database, organizationId: string | null, level: Level, config: Config): Promise<void> {
  const subject = organizationId
    ? eq(gatewaySettings.organizationId, organizationId)
    : isNull(gatewaySettings.organizationId);
  const versions = await tx.select().from(gatewaySettings).where(subject).orderBy(desc(gatewaySettings.version));
  const active = versions.find((version) => version.active);
  if (active && isDeepStrictEqual(await opened(level, active.config), config)) return;
  await tx
    .update(gatewaySettings)
    .set({ active: false })
    .where(and(subject, eq(gatewaySettings.active, true)));
  const version = (versions[0]?.version ?? 0) + 1;
  const stored = await level.mapSecrets(config, (text) => seal(text, secret()));
  await tx.insert(gatewaySettings).values({ organizationId, version, config: stored, origin: "config", active: true });
}

/** What cannot be opened any more differs from whatever the file says. */
const opened = (level: Level, config: Config): Promise<Config | null> =>
  level.mapSecrets(config, (text) => unseal(text, secret())).catch(() => null);

function secret(): string {
  const { AUTH_SECRET } = env();
  if (AUTH_SECRET) return AUTH_SECRET;
  throw new StartupError("AUTH_SECRET must be set: providers' keys are stored encrypted under it.");
}
