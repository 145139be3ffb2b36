import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { apiKeys, users } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/keys";
import type { Key } from "@/lib/contracts/accounts/keys";
import { hasText } from "@/lib/pages";
import { type KeyRow, manageable } from "./keys";

export const listKeys: Verb<typeof contracts.listKeys> = async ({ db, caller }, input) => {
  const page = input.current_page_index ?? input.page_number ?? 0;
  const where = and(manageable(caller), input.search ? hasText(apiKeys.name, input.search) : undefined);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(apiKeys).where(where),
    db
      .select({ key: apiKeys, createdBy: users.name })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(where)
      .orderBy(...order(input.sort_field, input.sort_order))
      .limit(input.page_size)
      .offset(page * input.page_size),
  ]);
  const all = total?.count ?? 0;
  return {
    metadata: {
      total_rows: all,
      total_pages: Math.ceil(all / input.page_size),
      page_number: page,
      page_size: input.page_size,
    },
    table: rows.map(({ key, createdBy }) => presentKey(key, createdBy)),
  };
};

function order(field = "", direction = ""): SQL[] {
  const columns = new Map([
    ["keyname", sql`lower(${apiKeys.name})`],
    ["createdat", sql`${apiKeys.createdAt}`],
    ["createdby", sql`lower(${users.name})`],
    ["enabled", sql`${apiKeys.disabledAt} is null`],
  ]);
  const column = columns.get(field.replaceAll("_", "").toLowerCase());
  const newestFirst = [desc(apiKeys.createdAt), desc(apiKeys.id)];
  if (!column) return newestFirst;
  return [direction.toLowerCase() === "desc" ? desc(column) : asc(column), ...newestFirst];
}

const presentKey = (key: KeyRow, createdBy: string): Key => ({
  id: key.id,
  key_name: key.name,
  api_key: key.keyHint,
  secret_key: key.secretHint,
  created_by: createdBy,
  created_by_id: key.userId,
  created_at: key.createdAt.toISOString(),
  scopes: key.scopes,
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  last_used_network: key.lastUsedNetwork,
  enabled: key.disabledAt === null,
  type: "user",
});

export const checkKey: Verb<typeof contracts.checkKey> = async ({ db, caller }) => {
  const [key] = caller.apiKeyId ? await db.select().from(apiKeys).where(eq(apiKeys.id, caller.apiKeyId)) : [];
  return {
    status: "success",
    data: {
      organization_id: caller.organizationId,
      user_id: caller.userId,
      key_id: key?.id ?? null,
      key_name: key?.name ?? null,
      api_key: key?.keyHint ?? null,
      secret_key: key?.secretHint ?? null,
    },
  };
};
