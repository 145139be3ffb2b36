// Versions of the gateway's settings: a new one whenever the file says something new.
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, isNotNull, isNull, notInArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings } from "@/db/schema";
import { seal, unseal } from "@/lib/auth/encryption";
import { env } from "@/lib/env";
import { StartupError } from "@/lib/startup-error";
import type { ConfigFile } from "./settings";

type Config = Record<string, unknown>;

export async function storeSettings(
  tx: Database,
  file: ConfigFile,
  find: (text: string, field: string) => Promise<string>,
): Promise<void> {
  const { providers, model_map, rate_limiting, budgets, tracing } = file;
  await storeVersion(tx, null, plain({ providers, model_map, rate_limiting, budgets, tracing }));
  const named: string[] = [];
  for (const [text, config] of Object.entries(file.organizations)) {
    const id = await find(text, `organizations.${text}`);
    await storeVersion(tx, id, plain(config));
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

/** As JSON keeps it, so that what is stored compares equal to what is read. */
const plain = (config: Config): Config => JSON.parse(JSON.stringify(config));

async function storeVersion(tx: Database, organizationId: string | null, config: Config): Promise<void> {
  const subject = organizationId
    ? eq(gatewaySettings.organizationId, organizationId)
    : isNull(gatewaySettings.organizationId);
  const versions = await tx.select().from(gatewaySettings).where(subject).orderBy(desc(gatewaySettings.version));
  const active = versions.find((version) => version.active);
  if (active && isDeepStrictEqual(await opened(active.config), config)) return;
  await tx
    .update(gatewaySettings)
    .set({ active: false })
    .where(and(subject, eq(gatewaySettings.active, true)));
  const version = (versions[0]?.version ?? 0) + 1;
  const stored = await mapKeys(config, (key) => seal(key, secret()));
  await tx.insert(gatewaySettings).values({ organizationId, version, config: stored, origin: "config", active: true });
}

/** What cannot be opened any more differs from whatever the file says. */
const opened = (config: Config): Promise<Config | null> =>
  mapKeys(config, (key) => unseal(key, secret())).catch(() => null);

function secret(): string {
  const { AUTH_SECRET } = env();
  if (AUTH_SECRET) return AUTH_SECRET;
  throw new StartupError("AUTH_SECRET must be set: providers' keys are stored encrypted under it.");
}

/** The configuration with another form of each provider's key. */
async function mapKeys(config: Config, change: (key: string) => Promise<string>): Promise<Config> {
  const { providers } = config;
  if (!isRecord(providers)) return config;
  const changed = Object.entries(providers).map(async ([name, provider]) =>
    isRecord(provider) && typeof provider.api_key === "string"
      ? [name, { ...provider, api_key: await change(provider.api_key) }]
      : [name, provider],
  );
  return { ...config, providers: Object.fromEntries(await Promise.all(changed)) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
