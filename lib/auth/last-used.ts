// When API keys and sessions were last used, to the minute: collected during requests and written in batches.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { BoundedMap } from "@/lib/bounds/bounded-map";
import { logIgnored } from "@/lib/error-report";

const RESOLUTION_MS = 60_000;
const GATHER_MS = 200;

interface Use {
  kind: "key" | "session";
  id: string;
  network: string | null;
}

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

async function writeUses(db: Database, uses: readonly Use[]): Promise<void> {
  for (const kind of ["key", "session"] as const) {
    const ofKind = uses.filter((use) => use.kind === kind);
    if (ofKind.length > 0) await writeUsesOf(db, tables[kind], ofKind);
  }
}

const tables = {
  key: { name: sql.raw("api_keys"), at: sql.raw("last_used_at"), network: sql.raw("last_used_network") },
  session: { name: sql.raw("user_sessions"), at: sql.raw("last_seen_at"), network: sql.raw("network") },
};

// Skips rows that are locked: another process may be noting the same use.
async function writeUsesOf(db: Database, { name, at, network }: (typeof tables)["key"], uses: readonly Use[]) {
  const ids = sql`${textArray(uses.map((use) => use.id))}::uuid[]`;
  const networks = textArray(uses.map((use) => use.network ?? ""));
  await db.execute(sql`
    with used as (
      select row.id, use.network from unnest(${ids}, ${networks}) as use(id, network)
      join ${name} as row on row.id = use.id for no key update of row skip locked
    )
    update ${name} as row set ${at} = now(), ${network} = coalesce(nullif(used.network, ''), row.${network})
    from used where row.id = used.id`);
}
