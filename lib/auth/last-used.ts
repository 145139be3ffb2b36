// When API keys and sessions were last used, to the minute: collected during requests and written in batches.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { BoundedMap } from "@/lib/bounds/bounded-map";
import { logIgnored } from "@/lib/error-report";

const RESOLUTION_MS = 60_000;
const GATHER_MS = 200;

type Use = { kind: "key"; id: string } | { kind: "session"; id: string; network: string | null };

const gathered = new WeakMap<Database, Map<string, Use>>();

// Uses that this process has noted, with the time.
const noted = new BoundedMap<number>(10_000);

/** Notes a use of a key or session, unless one was noted within the last minute. The write is not awaited. */
export function noteUse(db: Database, use: Use, lastAt: Date | null): void {
  const now = Date.now();
  if (now - Math.max(lastAt?.getTime() ?? 0, noted.get(use.id) ?? 0) < RESOLUTION_MS) return;
  noted.set(use.id, now);
  const uses = gathered.get(db);
  if (uses) {
    if (!uses.has(use.id)) uses.set(use.id, use);
    return;
  }
  const begun = new Map([[use.id, use]]);
  gathered.set(db, begun);
  const write = () => {
    gathered.delete(db);
    writeUses(db, [...begun.values()]).catch(logIgnored("note when keys and sessions were used"));
  };
  setTimeout(write, GATHER_MS).unref();
}

// Skips rows that are locked: another process may be noting the same use.
async function writeUses(db: Database, uses: readonly Use[]): Promise<void> {
  const keys = uses.filter((use) => use.kind === "key");
  const sessions = uses.filter((use) => use.kind === "session");
  const idsOf = (of: readonly Use[]) => sql`${textArray(of.map(({ id }) => id))}::uuid[]`;
  if (keys.length > 0) {
    await db.execute(sql`
      update api_keys set last_used_at = now()
      where id in (select id from api_keys where id = any(${idsOf(keys)}) for no key update skip locked)`);
  }
  if (sessions.length > 0) {
    const networks = textArray(sessions.map(({ network }) => network ?? ""));
    await db.execute(sql`
      with held as (
        select session.id, used.network
        from unnest(${idsOf(sessions)}, ${networks}) as used(id, network)
        join user_sessions as session on session.id = used.id for no key update of session skip locked
      )
      update user_sessions as session
      set last_seen_at = now(), network = coalesce(nullif(held.network, ''), session.network)
      from held where session.id = held.id`);
  }
}
