// The gateway's administration, as its screens ask for it.
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";

export const GATEWAY_KEY_ROWS = 25;

export interface GatewayKeyFilter {
  search?: string;
  status?: GatewayKey["status"];
  /** The key before the page's first. */
  after?: string;
}

export const gatewayKeysQuery = (filter: GatewayKeyFilter = {}) =>
  queryFor(operations.listGatewayKeys, { ...filter, limit: GATEWAY_KEY_ROWS, standing: true });
export const gatewayKeyQuery = (id: string) => queryFor(operations.getGatewayKey, { key_id: id, standing: true });

const keys = [operations.listGatewayKeys, operations.getGatewayKey];
export const createGatewayKey = mutationFor(operations.createGatewayKey, { invalidates: keys, showsErrors: true });
export const updateGatewayKey = mutationFor(operations.updateGatewayKey, {
  invalidates: keys,
  showsErrors: true,
  done: "Key saved: in force with its next request",
});
export const rotateGatewayKey = mutationFor(operations.rotateGatewayKey, { invalidates: keys, showsErrors: true });
export const revokeGatewayKey = mutationFor(operations.revokeGatewayKey, { invalidates: keys, done: "Key revoked" });
