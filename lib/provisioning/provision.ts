// Sets up what the environment asks for: an owner with an organization and a key, the gateway's configuration, and the demo.
// Every step can run at each start, and in two processes at once.

import { sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import { connection, type Database } from "@/db/client";
import { organizations } from "@/db/schema";
import { hasDemo, seedDemo } from "@/db/seed";
import { transaction } from "@/db/transaction";
import { foundOrganization } from "@/lib/auth/found-organization";
import { type Environment, variable } from "@/lib/env";
import { checkEnvironment } from "@/lib/env/check";
import { applyConfigFile } from "@/lib/gateway-admin/config-file";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { StartupError } from "@/lib/startup-error";
import { createDemoOwner, demoOwner, demoSignIn, type SignIn } from "./demo-owner";
import { applyInitialKey } from "./initial-key";
import { applyInitialOwner, type Owner } from "./initial-owner";

const DEMO_ORGANIZATION = "Larkfield Home (demo)";

/** Brings the database in line with the environment. How to get in, while the demo's own password holds. */
export async function provision(): Promise<SignIn | null> {
  const environment = checkEnvironment(process.env);
  const { db } = connection();
  await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.provision})`);
    const owner = await applyInitialOwner(tx, environment);
    if (environment.ASSAY_DEMO !== false) await provideDemo(tx, owner);
    await applyKey(tx, owner ?? (await demoOwner(tx)), environment);
  });
  return demoSignIn(db);
}

/** Writes to Redis, which may be a new one, what the gateway needs to answer. */
export async function configureGateway(): Promise<void> {
  const file = variable("ASSAY_CONFIG");
  const notices = file ? await applyConfigFile(file) : [];
  for (const notice of notices) process.stdout.write(`${notice}\n`);
  await rebuildProjection();
}

/** Into the owner's organization where the environment names one, else into one of its own on the very first start. */
async function provideDemo(db: Database, owner: Owner | null): Promise<void> {
  const now = new Date();
  if (owner) {
    const { userId: ownerId, organizationId, workspaceId } = owner;
    if (!(await hasDemo(db, organizationId))) await seedDemo(db, { ownerId, organizationId, workspaceId, now });
    return;
  }
  const [any] = await db.select().from(organizations).limit(1);
  if (any) return;
  const ownerId = await createDemoOwner(db);
  const organization = await foundOrganization(db, { name: DEMO_ORGANIZATION, ownerId });
  await seedDemo(db, { ownerId, ...organization, now });
}

async function applyKey(db: Database, owner: Owner | null, environment: Environment): Promise<void> {
  const { ASSAY_INIT_API_KEY: key, ASSAY_INIT_SECRET_KEY: secret } = environment;
  if (!key || !secret) return;
  if (!owner) throw new StartupError("ASSAY_INIT_API_KEY: Needs an owner. Set ASSAY_INIT_OWNER_EMAIL as well.");
  await applyInitialKey(db, owner, { key, secret });
}
