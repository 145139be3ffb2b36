// Sets up what the environment asks for: an owner with an organization and a key, the gateway's configuration, and the demo.
// Every step can run at each start, and in two processes at once.

import { sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import { connection, type Database } from "@/db/client";
import { organizations } from "@/db/schema";
import { type DemoOwner, hasDemo, seedDemo } from "@/db/seed";
import { transaction } from "@/db/transaction";
import { foundOrganization } from "@/lib/auth/found-organization";
import { type Environment, variable } from "@/lib/env";
import { checkEnvironment } from "@/lib/env/check";
import { logIgnored } from "@/lib/error-report";
import { applyConfigFile } from "@/lib/gateway-admin/config-file";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { StartupError } from "@/lib/startup-error";
import { seedAssistant } from "./demo/assistant";
import { createDemoOwner, demoOwner, demoSignIn, signInText } from "./demo-owner";
import { applyInitialKey } from "./initial-key";
import { applyInitialOwner, type Owner } from "./initial-owner";

const DEMO_ORGANIZATION = "Larkfield Home (demo)";

/** Brings the database in line with the environment. How to get in, in words, while the demo's own password holds. */
export async function provision(): Promise<string | null> {
  const environment = checkEnvironment(process.env);
  const { db } = connection();
  const filled = await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.provision})`);
    const owner = await applyInitialOwner(tx, environment);
    const demo = environment.ASSAY_DEMO === false ? null : await provideDemo(tx, owner);
    await applyKey(tx, owner ?? (await demoOwner(tx)), environment);
    return demo;
  });
  if (filled) await addAssistant(db, filled).catch(logIgnored("add the assistant to the demo"));
  const signIn = await demoSignIn(db);
  return signIn && signInText(signIn);
}

/** After the commit, because jobs play its test run, at once and through the gateway. A demo is no reason not to start. */
async function addAssistant(db: Database, owner: DemoOwner): Promise<void> {
  await rebuildProjection();
  await seedAssistant(db, owner);
}

/** Writes to Redis, which may be a new one, what the gateway needs to answer. */
export async function configureGateway(): Promise<void> {
  const file = variable("ASSAY_CONFIG");
  const notices = file ? await applyConfigFile(file) : [];
  for (const notice of notices) process.stdout.write(`${notice}\n`);
  await rebuildProjection();
}

/**
 * Into the owner's organization where the environment names one, else into one of its own on the very first start. Returns
 * whose organization it has filled; null for none.
 */
async function provideDemo(db: Database, owner: Owner | null): Promise<DemoOwner | null> {
  const now = new Date();
  if (owner) {
    const { userId: ownerId, organizationId, workspaceId } = owner;
    if (await hasDemo(db, organizationId)) return null;
    const filled = { ownerId, organizationId, workspaceId, now };
    await seedDemo(db, filled);
    return filled;
  }
  const [any] = await db.select().from(organizations).limit(1);
  if (any) return null;
  const ownerId = await createDemoOwner(db);
  const filled = { ownerId, ...(await foundOrganization(db, { name: DEMO_ORGANIZATION, ownerId })), now };
  await seedDemo(db, filled);
  return filled;
}

async function applyKey(db: Database, owner: Owner | null, environment: Environment): Promise<void> {
  const { ASSAY_INIT_API_KEY: key, ASSAY_INIT_SECRET_KEY: secret } = environment;
  if (!key || !secret) return;
  if (!owner) throw new StartupError("ASSAY_INIT_API_KEY: Needs an owner. Set ASSAY_INIT_OWNER_EMAIL as well.");
  await applyInitialKey(db, owner, { key, secret });
}
