// Organizations' configurations. A change is in force when the call returns, from the next request on, in every
// process. The operator manages any organization, an Owner or Admin their own, within the operator's limits.
import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySettings, organizations, users } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/gateway/configs";
import { invalid, invalidField } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import type { OrganizationSettings } from "@/lib/gateway/settings";
import { validationFailure } from "@/lib/http/read-input";
import { assertWithin, noOrganization } from "../access";
import { bringMoney } from "../money/ledger";
import { changeProjected, projectOrganization } from "../projection";
import { enteredOrganization, organizationLevel, projectedOrganization } from "../settings/levels";
import type { Config } from "../settings/section";
import { accepted, assertTerms, checked, sharedConfig } from "./check";
import { changesBetween, valueAt } from "./diff";
import { recordConfig } from "./record-config";
import { maskConfig, openConfig, sealConfig } from "./secrets";
import {
  activateVersion,
  type ConfigState,
  configStateOf,
  insertVersion,
  lockOrganization,
  type VersionRow,
  versionsOf,
} from "./versions";

export const createOrganizationConfig: Verb<typeof contracts.createOrganizationConfig> = async (context, input) => {
  const { db, scope } = context;
  assertWithin(scope, input.org_id);
  assertSameOrganization(input);
  const requested = checked(input.sections);
  const row = await changeProjected(db, async (tx) => {
    await lockOrganization(tx, input.org_id);
    const state = await configStateOf(tx, input.org_id);
    assertBase(state, input.base_version);
    const { latest } = state;
    const config = await sealConfig(organizationLevel, await accepted(tx, scope, requested, state));
    const { org_id: organizationId, change_description: changeDescription } = input;
    const createdBy = scope.userId;
    const version = { organizationId, latest, config, changeDescription, createdBy, origin: "api" } as const;
    const written = await insertVersion(tx, version);
    await projectOrganization(organizationId, written.config);
    await recordConfig({ ...context, db: tx }, state.active, written);
    return written;
  });
  await bringMoney();
  return present(db, row);
};

/** The reference's clients name the organization in the body, too. */
function assertSameOrganization({
  org_id,
  named_organization: named,
}: {
  org_id: string;
  named_organization?: string | undefined;
}): void {
  if (named !== undefined && named.toLowerCase() !== org_id.toLowerCase())
    throw invalidField("org_id", "Must be the organization of the path.");
}

/** Two people who start from the same version do not overwrite each other's changes unseen. */
function assertBase({ active }: ConfigState, base: number | undefined): void {
  const version = active?.version ?? 0;
  if (base === undefined || base === version) return;
  const meanwhile = version === 0 ? "No version is active now" : `Version ${version} is active now`;
  throw new GatewayFailure("conflict", `${meanwhile}, but this one is based on ${base || "none"}.`);
}

export const getOrganizationConfig: Verb<typeof contracts.getOrganizationConfig> = async (context, { org_id }) => {
  const { db, scope } = context;
  assertWithin(scope, org_id);
  const [row] = await db
    .select()
    .from(gatewaySettings)
    .where(and(versionsOf(org_id), eq(gatewaySettings.active, true)));
  if (!row) throw new GatewayFailure("not_found", `The organization ${org_id} has no active configuration.`);
  return present(db, row);
};

/** An organization's active configuration with decrypted secrets; null if it has none, or none that can be decrypted. */
export async function activeSettings(db: Database, organizationId: string): Promise<OrganizationSettings | null> {
  const { active } = await configStateOf(db, organizationId);
  const config = active && (await openConfig(organizationLevel, active.config));
  return config && projectedOrganization(config);
}

export const listConfigVersions: Verb<typeof contracts.listConfigVersions> = async ({ db, scope }, input) => {
  const { org_id: organizationId, limit, after } = input;
  assertWithin(scope, organizationId);
  const older = after === undefined ? undefined : lt(gatewaySettings.version, after);
  const rows = await db
    .select()
    .from(gatewaySettings)
    .where(and(versionsOf(organizationId), older))
    .orderBy(desc(gatewaySettings.version))
    .limit(limit + 1);
  if (rows.length === 0) await requireOrganization(db, organizationId);
  const versions = rows.slice(0, limit);
  const authors = await authorsOf(db, versions);
  const data = versions.map((row) => presentEntry(row, authors));
  return { object: "list", data, has_more: rows.length > limit };
};

async function requireOrganization(db: Database, id: string): Promise<void> {
  const [found] = await db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id));
  if (!found) throw noOrganization(id);
}

export const getConfigVersion: Verb<typeof contracts.getConfigVersion> = async ({ db, scope }, { org_id, version }) => {
  assertWithin(scope, org_id);
  return present(db, await versionOf(db, org_id, version));
};

export const activateConfigVersion: Verb<typeof contracts.activateConfigVersion> = async (context, input) => {
  const { db, scope } = context;
  assertWithin(scope, input.org_id);
  const row = await changeProjected(db, async (tx) => {
    await lockOrganization(tx, input.org_id);
    const found = await versionOf(tx, input.org_id, input.version);
    if (found.active) return found;
    await assertUsable(found.config);
    const state = await configStateOf(tx, input.org_id);
    assertTerms(scope, found.config, state, await sharedConfig(tx, scope));
    const active = await activateVersion(tx, found);
    await projectOrganization(input.org_id, active.config);
    await recordConfig({ ...context, db: tx }, state.active, active);
    return active;
  });
  await bringMoney();
  return present(db, row);
};

/** A version from an older server, or encrypted under another secret, may be unusable here. */
async function assertUsable(config: Config): Promise<void> {
  const parsed = enteredOrganization.safeParse(config);
  if (!parsed.success) throw validationFailure(parsed.error, config);
  if (await openConfig(organizationLevel, config)) return;
  throw invalid("The version's secrets were encrypted under another AUTH_SECRET. Send the configuration again.");
}

export const compareConfigVersions: Verb<typeof contracts.compareConfigVersions> = async ({ db, scope }, input) => {
  const { org_id: organizationId, version, compare_to: other } = input;
  assertWithin(scope, organizationId);
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

/** For comparing and for showing. A secret that cannot be decrypted is compared as it is stored. */
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

type Author = Pick<typeof users.$inferSelect, "id" | "name">;

async function authorsOf(db: Database, rows: readonly VersionRow[]): Promise<Map<string, Author>> {
  const ids = rows.flatMap(({ createdBy }) => createdBy ?? []);
  if (ids.length === 0) return new Map();
  const found = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(found.map((author) => [author.id, author]));
}

const presentEntry = (row: VersionRow, authors: ReadonlyMap<string, Author>) => ({
  organization_id: row.organizationId ?? "",
  version: row.version,
  active: row.active,
  origin: row.origin,
  change_description: row.changeDescription,
  created_by: authors.get(row.createdBy ?? "") ?? null,
  created_at: row.createdAt.toISOString(),
});

const present = async (db: Database, row: VersionRow) => ({
  ...presentEntry(row, await authorsOf(db, [row])),
  config: await maskConfig(organizationLevel, row.config),
});
