// Organizations' configurations. Whoever changes one is in force when the call returns, with the next request in every
// process. What may be asked is decided by whoever calls: the operator's token, or later an Owner's session.
import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings, organizations } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/gateway/configs";
import { Failure, invalid } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import { validationFailure } from "@/lib/http/read-input";
import { bringMoney } from "../money/ledger";
import { changeProjected, projectOrganization } from "../projection";
import { organizationLevel } from "../settings/levels";
import type { Config } from "../settings/section";
import { changesBetween, valueAt } from "./diff";
import { keepMasked, maskConfig, openConfig, sealConfig } from "./secrets";
import {
  activateVersion,
  insertVersion,
  lockOrganization,
  noOrganization,
  standingOf,
  type VersionRow,
  versionsOf,
} from "./versions";

const MAX_CHARACTERS = 256 * 1024;

export const createOrganizationConfig: Verb<typeof contracts.createOrganizationConfig> = async ({ db }, input) => {
  const given = checked(input.given);
  const row = await changeProjected(db, async (tx) => {
    await lockOrganization(tx, input.org_id);
    const { latest, active } = await standingOf(tx, input.org_id);
    const current = active && (await openConfig(organizationLevel, active.config));
    const config = await sealConfig(organizationLevel, await keepMasked(organizationLevel, given, current));
    const { org_id: organizationId, change_description: changeDescription } = input;
    const written = await insertVersion(tx, { organizationId, latest, config, changeDescription, origin: "api" });
    await projectOrganization(organizationId, written.config);
    return written;
  });
  await bringMoney();
  return present(row);
};

/** Checks a configuration, and gives it the form in which it is stored. */
function checked(given: Config): Config {
  const parsed = organizationLevel.shape.safeParse(given);
  if (!parsed.success) throw validationFailure(parsed.error, given);
  const config = organizationLevel.pick(parsed.data);
  if (JSON.stringify(config).length <= MAX_CHARACTERS) return config;
  throw new Failure("tooLarge", `A configuration has at most ${MAX_CHARACTERS} characters.`);
}

export const getOrganizationConfig: Verb<typeof contracts.getOrganizationConfig> = async ({ db }, { org_id }) => {
  const [row] = await db
    .select()
    .from(gatewaySettings)
    .where(and(versionsOf(org_id), eq(gatewaySettings.active, true)));
  if (!row) throw new GatewayFailure("not_found", `The organization ${org_id} has no active configuration.`);
  return present(row);
};

export const listConfigVersions: Verb<typeof contracts.listConfigVersions> = async ({ db }, input) => {
  const { org_id: organizationId, limit, after } = input;
  const older = after === undefined ? undefined : lt(gatewaySettings.version, after);
  const rows = await db
    .select({ organization: organizations.id, row: gatewaySettings })
    .from(organizations)
    .leftJoin(gatewaySettings, and(eq(gatewaySettings.organizationId, organizations.id), older))
    .where(eq(organizations.id, organizationId))
    .orderBy(desc(gatewaySettings.version))
    .limit(limit + 1);
  if (rows.length === 0) throw noOrganization(organizationId);
  const data = rows.slice(0, limit).flatMap(({ row }) => (row ? [presentEntry(row)] : []));
  return { object: "list", data, has_more: rows.length > limit };
};

export const getConfigVersion: Verb<typeof contracts.getConfigVersion> = async ({ db }, { org_id, version }) =>
  present(await versionOf(db, org_id, version));

export const activateConfigVersion: Verb<typeof contracts.activateConfigVersion> = async ({ db }, input) => {
  const row = await changeProjected(db, async (tx) => {
    await lockOrganization(tx, input.org_id);
    const found = await versionOf(tx, input.org_id, input.version);
    if (found.active) return found;
    await assertUsable(found.config);
    const active = await activateVersion(tx, found);
    await projectOrganization(input.org_id, active.config);
    return active;
  });
  await bringMoney();
  return present(row);
};

/** What an older server has taken, or sealed under another secret, may be none that this one can use. */
async function assertUsable(config: Config): Promise<void> {
  const parsed = organizationLevel.shape.safeParse(config);
  if (!parsed.success) throw validationFailure(parsed.error, config);
  if (await openConfig(organizationLevel, config)) return;
  throw invalid("The version's secrets were sealed under another AUTH_SECRET. Send the configuration anew.");
}

export const compareConfigVersions: Verb<typeof contracts.compareConfigVersions> = async ({ db }, input) => {
  const { org_id: organizationId, version, compare_to: other } = input;
  const rows = await db
    .select()
    .from(gatewaySettings)
    .where(
      and(
        versionsOf(organizationId),
        other === undefined ? undefined : inArray(gatewaySettings.version, [version, other]),
        other === undefined ? eq(gatewaySettings.version, version) : undefined,
      ),
    );
  const to = rows.find((row) => row.version === version) ?? missing(organizationId, version);
  const from =
    other === undefined ? null : (rows.find((row) => row.version === other) ?? missing(organizationId, other));
  const [before, after] = [await forms(from?.config ?? {}), await forms(to.config)];
  const changes = changesBetween(before.opened, after.opened).map(({ path, kind }) => ({
    path,
    kind,
    before: valueAt(before.shown, path) ?? null,
    after: valueAt(after.shown, path) ?? null,
  }));
  return { version, compare_to: other ?? null, changes };
};

/** To be compared, and to be shown. What cannot be opened is compared as it is stored. */
const forms = async (stored: Config) => ({
  opened: (await openConfig(organizationLevel, stored)) ?? stored,
  shown: await maskConfig(organizationLevel, stored),
});

async function versionOf(db: Database, organizationId: string, version: number): Promise<VersionRow> {
  const [row] = await db
    .select()
    .from(gatewaySettings)
    .where(and(versionsOf(organizationId), eq(gatewaySettings.version, version)));
  return row ?? missing(organizationId, version);
}

function missing(organizationId: string, version: number): never {
  throw new GatewayFailure("not_found", `The organization ${organizationId} has no version ${version}.`);
}

const presentEntry = (row: VersionRow) => ({
  organization_id: row.organizationId ?? "",
  version: row.version,
  active: row.active,
  origin: row.origin,
  change_description: row.changeDescription,
  created_at: row.createdAt.toISOString(),
});

const present = async (row: VersionRow) => ({
  ...presentEntry(row),
  config: await maskConfig(organizationLevel, row.config),
});
