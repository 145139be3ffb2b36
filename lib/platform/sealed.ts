// Whether AUTH_SECRET is the secret under which the database's secrets were sealed: providers' keys and agents' secrets.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isSealed, unseal, whenNotOpened } from "@/lib/auth/encryption";

/** `nothing`: nothing is sealed, and no server has started yet, so any AUTH_SECRET fits. */
export type Fit = "fits" | "nothing" | "does not fit";

/** Of each kind the newest ones: they were sealed under the secret that was in use last. */
const NEWEST = 20;

/** One that opens is enough: what was sealed before the secret was changed on purpose may still be there. */
export async function fitOf(db: Database, secrets: string | readonly string[]): Promise<Fit> {
  const sealed = await sealedTexts(db);
  for (const text of sealed) {
    const opened = await unseal(text, secrets).catch(whenNotOpened(() => null));
    if (opened !== null) return "fits";
  }
  return sealed.length === 0 ? "nothing" : "does not fit";
}

async function sealedTexts(db: Database): Promise<string[]> {
  const rows = await db.execute<{ stored: unknown }>(sql`
    (select config as stored from gateway_settings where active and config::text like '%"v1.%'
      order by created_at desc limit ${NEWEST})
    union all
    (select secrets as stored from agent_definitions where deleted_at is null and secrets::text like '%"v1.%'
      order by updated_at desc limit ${NEWEST})
    union all
    (select to_jsonb(secret) as stored from webhooks order by created_at desc limit ${NEWEST})
    union all
    (select to_jsonb(client_secret) as stored from company_sign_ins order by updated_at desc limit ${NEWEST})
    union all
    (select to_jsonb(secret) as stored from second_factors order by created_at desc limit ${NEWEST})
    union all
    (select to_jsonb(sealed) as stored from secret_marks)`);
  return rows.flatMap(({ stored }) => textsIn(stored)).filter(isSealed);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
