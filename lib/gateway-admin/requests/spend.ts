// The cost of calls: sums of the ledger's days, which are written with it.
import { and, between, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { gatewaySpend } from "@/db/schema";
import type { Scope, Verb } from "@/lib/context";
import {
  type getGatewaySpend as contract,
  type exportGatewaySpend as exportContract,
  MAX_SPEND_DAYS,
  type SpendDimension,
} from "@/lib/contracts/gateway/money/spend";
import { invalidField } from "@/lib/errors";
import { knownCost } from "@/lib/gateway/money/amount";
import { keyNames } from "./key-names";
import { organizationIn } from "./scope";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

const { day, keyId, endUser, provider, model, requestedModel, organizationId } = gatewaySpend;
const fullModel = sql<string>`${provider} || '/' || ${model}`;

const groupings: Record<SpendDimension, SQL<string | null>> = {
  day: sql`${day}::text`,
  model: fullModel,
  key: sql`${keyId}::text`,
  user: sql`${endUser}`,
  provider: sql`${provider}`,
};

const sum = (column: AnyPgColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
export const sums = {
  requests: sum(gatewaySpend.calls),
  input_tokens: sum(gatewaySpend.inputTokens),
  output_tokens: sum(gatewaySpend.outputTokens),
  cost_micros: sum(gatewaySpend.costMicros),
  unpriced_requests: sum(gatewaySpend.unpriced),
};

export const getGatewaySpend: Verb<typeof contract> = async ({ db, scope, now }, input) => {
  const { from, to } = daysOf(input, now());
  const where = chosenSpend(scope, input, { from, to });
  const value = groupings[input.by];
  const most = input.by === "day" ? MAX_SPEND_DAYS : input.limit;
  const [[total], groups] = await Promise.all([
    db.select(sums).from(gatewaySpend).where(where),
    db
      .select({ value, ...sums })
      .from(gatewaySpend)
      .where(where)
      .groupBy(value)
      .orderBy(desc(sums.cost_micros), desc(sums.requests), value)
      .limit(most + 1),
  ]);
  const shown = groups.slice(0, most);
  const names =
    input.by === "key"
      ? await keyNames(
          db,
          shown.flatMap((group) => group.value ?? []),
        )
      : new Map<string, string>();
  const data = shown.map((group) => ({ ...present(group), name: names.get(group.value ?? "") ?? null }));
  return {
    object: "list",
    from,
    to,
    total: present(total ?? nothing),
    data: input.by === "day" ? everyDay(from, to, data) : data,
    has_more: groups.length > most,
  };
};

type Filters = Parameters<Verb<typeof exportContract>>[1];

/** The ledger's days that an input chooses. */
export function chosenSpend(scope: Scope, input: Filters, { from, to }: { from: string; to: string }): SQL | undefined {
  const mine = organizationIn(scope, input.organization_id);
  return and(
    between(day, from, to),
    mine === null ? undefined : eq(organizationId, mine),
    input.key_id ? eq(keyId, input.key_id) : undefined,
    input.user ? eq(endUser, input.user) : undefined,
    input.provider ? eq(provider, input.provider) : undefined,
    input.model
      ? or(eq(requestedModel, input.model), eq(model, input.model), sql`${fullModel} = ${input.model}`)
      : undefined,
  );
}

const nothing = { requests: 0, input_tokens: 0, output_tokens: 0, cost_micros: 0, unpriced_requests: 0 };

const present = <S extends typeof nothing>({ cost_micros, ...sums }: S) => ({
  ...sums,
  cost_micros: knownCost({ costMicros: cost_micros, unpriced: sums.unpriced_requests }),
});
/** PostgreSQL has no year 0. */
const EARLIEST_MS = Date.parse("0001-01-01");

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function daysOf(range: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const to = range.to ?? dayOf(now.getTime());
  const from = range.from ?? dayOf(Math.max(EARLIEST_MS, Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS));
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw invalidField("to", "May not be before `from`.");
  if (days > MAX_SPEND_DAYS) throw invalidField("from", `May be at most ${MAX_SPEND_DAYS} days before \`to\`.`);
  return { from, to };
}

/** Days without calls cost nothing, and are days all the same. */
function everyDay<G extends { value: string | null }>(from: string, to: string, groups: readonly G[]) {
  const known = new Map(groups.map((group) => [group.value, group]));
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => {
    const value = dayOf(Date.parse(from) + index * DAY_MS);
    return known.get(value) ?? { value, name: null, ...nothing };
  });
}
