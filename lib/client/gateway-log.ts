// The gateway's request log and spend, for the screens.
import type { ClientInput } from "@/lib/contracts/contract";
import type { getGatewaySpend } from "@/lib/contracts/gateway/money/spend";
import type { listGatewayRequests } from "@/lib/contracts/gateway/requests";
import { hrefOf } from "./call";
import * as operations from "./operations";
import { queryFor } from "./query";

const REQUEST_ROWS = 50;
/** How often an open log polls for new requests. */
export const REQUEST_POLL_MS = 3_000;

export type RequestQuery = ClientInput<typeof listGatewayRequests>;
export type SpendQuery = ClientInput<typeof getGatewaySpend>;

export const requestsQuery = (query: RequestQuery) =>
  queryFor(operations.listGatewayRequests, { ...query, limit: REQUEST_ROWS });
export const requestQuery = (id: string) => queryFor(operations.getGatewayRequest, { log_id: id });
export const spendQuery = (query: SpendQuery) => queryFor(operations.getGatewaySpend, query);

/** The addresses of the downloads: what the screens show. */
export const requestsFile = ({ after: _, limit: __, ...filters }: RequestQuery) =>
  hrefOf(operations.exportGatewayRequests, filters);
export const spendFile = (filters: Omit<SpendQuery, "by" | "limit">) => hrefOf(operations.exportGatewaySpend, filters);

const LOSSES_POLL_MS = 60_000;
/** What today's log lacks. */
export const recordLossesQuery = () => ({
  ...queryFor(operations.getRecordLosses, {}),
  refetchInterval: LOSSES_POLL_MS,
});
