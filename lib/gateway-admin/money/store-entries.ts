// Writes calls to the ledger, with the sums of their day, remaining credits and, to the minute, when keys were used:
// all of it in one statement, and each call once however often it comes.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import type { LedgerEntry } from "@/lib/gateway/money/ledger-entry";

/** Notes when and from where the platform's API keys were used, once a minute each. */
const platformUse = sql`met as materialized (
      select api_keys.id, used.at, used.network from api_keys join used on used.key_id = api_keys.id
      where last_used_at is null or last_used_at < used.at - interval '1 minute'
      order by api_keys.id for no key update of api_keys skip locked
    ), noted as (
      update api_keys set last_used_at = met.at, last_used_network = coalesce(met.network, last_used_network)
      from met where api_keys.id = met.id
    )`;

const insert = sqlStatement<{ id: string }>(
  () => sql`
    with given as materialized (
      select distinct on (id) * from jsonb_to_recordset(${param("entries")}::jsonb) as entry(
        "id" uuid, "kind" text, "requestId" text, "organizationId" uuid, "keyId" uuid, "user" text, "requestedModel" text,
        "provider" text, "model" text, "inputTokens" int, "cachedInputTokens" int, "cacheWriteTokens" int,
        "outputTokens" int, "isEstimated" boolean, "cost" bigint, "priceVersion" text, "isManaged" boolean, "at" bigint, "network" text)
    ), written as (
      insert into gateway_ledger (
        id, kind, key_id, organization_id, request_id, end_user, requested_model, provider, model, input_tokens,
        cached_input_tokens, cache_write_tokens, output_tokens, is_estimated, cost_micros, price_version, credit_micros,
        occurred_at)
      select id, coalesce(kind, 'call'), "keyId", "organizationId", "requestId", "user", "requestedModel", provider, model, "inputTokens",
        "cachedInputTokens", "cacheWriteTokens", "outputTokens", "isEstimated", cost, "priceVersion",
        case when "isManaged" then -coalesce(cost, 0) else 0 end, to_timestamp(at / 1000.0)
      from given order by id
      on conflict (id) do nothing
      returning *
    ), summed as (
      insert into gateway_spend (
        day, organization_id, key_id, end_user, requested_model, provider, model, calls, input_tokens, output_tokens,
        cost_micros, unpriced)
      select (occurred_at at time zone 'UTC')::date as day, organization_id, key_id, end_user, requested_model, provider,
        model, count(*), sum(input_tokens), sum(output_tokens), sum(coalesce(cost_micros, 0)),
        count(*) filter (where cost_micros is null)
      from written group by 1, 2, 3, 4, 5, 6, 7 order by key_id, day, organization_id, end_user, requested_model, provider, model
      on conflict on constraint gateway_spend_key do update set
        calls = gateway_spend.calls + excluded.calls,
        input_tokens = gateway_spend.input_tokens + excluded.input_tokens,
        output_tokens = gateway_spend.output_tokens + excluded.output_tokens,
        cost_micros = gateway_spend.cost_micros + excluded.cost_micros,
        unpriced = gateway_spend.unpriced + excluded.unpriced
    ), used as materialized (
      select key_id, sum(credit_micros) as micros, max(occurred_at) as at,
        (array_agg(given.network order by occurred_at desc) filter (where given.network is not null))[1] as network
      from written join given using (id) group by key_id
    ), touched as materialized (
      select gateway_keys.id, used.micros, used.at from gateway_keys join used on used.key_id = gateway_keys.id
      where used.micros <> 0 or last_used_at is null or last_used_at < used.at - interval '1 minute'
      order by gateway_keys.id for no key update of gateway_keys
    ), charged as (
      update gateway_keys set
        credit_balance_micros = case when touched.micros = 0 then credit_balance_micros
          else coalesce(credit_balance_micros, 0) + touched.micros end,
        last_used_at = greatest(last_used_at, touched.at)
      from touched where gateway_keys.id = touched.id
    ), ${platformUse}
    select id from written`,
);

/** Call inside a transaction that holds the lock of the ledger. */
export async function insertEntries(tx: Database, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length > 0) await insert(tx, { entries: JSON.stringify(entries) });
}
