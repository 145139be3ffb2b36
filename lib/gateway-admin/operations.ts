import * as keys from "@/lib/contracts/gateway/keys";
import { adminEndpoint, refuseWith } from "./endpoint";
import * as verbs from "./keys";

export const createGatewayKey = adminEndpoint(keys.createGatewayKey, verbs.createGatewayKey);
export const listGatewayKeys = adminEndpoint(keys.listGatewayKeys, verbs.listGatewayKeys);
export const getGatewayKey = adminEndpoint(keys.getGatewayKey, verbs.getGatewayKey);
export const replaceGatewayKey = adminEndpoint(keys.replaceGatewayKey, verbs.replaceGatewayKey);
export const updateGatewayKey = adminEndpoint(keys.updateGatewayKey, verbs.updateGatewayKey);
export const revokeGatewayKey = adminEndpoint(keys.revokeGatewayKey, verbs.revokeGatewayKey);
export const rotateGatewayKey = adminEndpoint(keys.rotateGatewayKey, verbs.rotateGatewayKey);

// No documented operations: refusals in the gateway's own form.
export const unknownAdminPath = refuseWith("not_found");
export const wrongAdminMethod = refuseWith("method_not_allowed");
