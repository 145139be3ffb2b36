import * as catalogue from "@/lib/contracts/gateway/catalogue";
import * as configs from "@/lib/contracts/gateway/configs";
import * as guardrails from "@/lib/contracts/gateway/guardrails";
import * as keys from "@/lib/contracts/gateway/keys";
import * as metrics from "@/lib/contracts/gateway/metrics";
import * as credits from "@/lib/contracts/gateway/money/credits";
import * as spend from "@/lib/contracts/gateway/money/spend";
import * as losses from "@/lib/contracts/gateway/record-losses";
import * as requests from "@/lib/contracts/gateway/requests";
import { GatewayFailure } from "@/lib/gateway/errors";
import { endpoint } from "@/lib/http/endpoint";
import * as catalogueVerbs from "./catalogue";
import * as configVerbs from "./configs/configs";
import { previewOrganizationConfig as previewVerb } from "./configs/preview";
import { adminEndpoint, refuseWith } from "./endpoint";
import * as found from "./find-keys";
import { testGuardrail as tryGuardrail } from "./guardrails";
import * as verbs from "./keys";
import { getMetrics as readMetrics } from "./metrics";
import { correctGatewayCredits as correctCredits } from "./money/correct-credits";
import { addGatewayCredits as addCredits } from "./money/credits";
import { listGatewayCredits as listCredits } from "./money/statement";
import { exportGatewayRequests as exportRequests } from "./requests/export-requests";
import { exportGatewaySpend as exportSpend } from "./requests/export-spend";
import * as lossVerbs from "./requests/record-losses";
import * as requestVerbs from "./requests/requests";
import * as spendVerbs from "./requests/spend";
import { wrongMethod } from "./wrong-method";

export const createGatewayKey = adminEndpoint(keys.createGatewayKey, verbs.createGatewayKey);
export const listGatewayKeys = adminEndpoint(keys.listGatewayKeys, found.listGatewayKeys);
export const getGatewayKey = adminEndpoint(keys.getGatewayKey, found.getGatewayKey);
export const replaceGatewayKey = adminEndpoint(keys.replaceGatewayKey, verbs.replaceGatewayKey);
export const updateGatewayKey = adminEndpoint(keys.updateGatewayKey, verbs.updateGatewayKey);
export const revokeGatewayKey = adminEndpoint(keys.revokeGatewayKey, verbs.revokeGatewayKey);
export const rotateGatewayKey = adminEndpoint(keys.rotateGatewayKey, verbs.rotateGatewayKey);
export const testGuardrail = adminEndpoint(guardrails.testGuardrail, tryGuardrail);
export const getMetrics = adminEndpoint(metrics.getMetrics, readMetrics);
export const addGatewayCredits = adminEndpoint(credits.addGatewayCredits, addCredits);
export const correctGatewayCredits = adminEndpoint(credits.correctGatewayCredits, correctCredits);
export const listGatewayCredits = adminEndpoint(credits.listGatewayCredits, listCredits);

export const getGatewayModels = adminEndpoint(catalogue.getGatewayModels, catalogueVerbs.getGatewayModels);

export const createOrganizationConfig = adminEndpoint(
  configs.createOrganizationConfig,
  configVerbs.createOrganizationConfig,
);
export const previewOrganizationConfig = adminEndpoint(configs.previewOrganizationConfig, previewVerb);
export const getOrganizationConfig = adminEndpoint(configs.getOrganizationConfig, configVerbs.getOrganizationConfig);
export const listConfigVersions = adminEndpoint(configs.listConfigVersions, configVerbs.listConfigVersions);
export const getConfigVersion = adminEndpoint(configs.getConfigVersion, configVerbs.getConfigVersion);
export const activateConfigVersion = adminEndpoint(configs.activateConfigVersion, configVerbs.activateConfigVersion);
export const compareConfigVersions = adminEndpoint(configs.compareConfigVersions, configVerbs.compareConfigVersions);

export const listGatewayRequests = adminEndpoint(requests.listGatewayRequests, requestVerbs.listGatewayRequests);
export const getGatewayRequest = adminEndpoint(requests.getGatewayRequest, requestVerbs.getGatewayRequest);
export const getGatewaySpend = adminEndpoint(spend.getGatewaySpend, spendVerbs.getGatewaySpend);
export const exportGatewayRequests = adminEndpoint(requests.exportGatewayRequests, exportRequests);
export const exportGatewaySpend = adminEndpoint(spend.exportGatewaySpend, exportSpend);
export const getRecordLosses = endpoint(losses.getRecordLosses, lossVerbs.getRecordLosses);

// No documented operations: refusals in the gateway's own form.
export const unknownAdminPath = refuseWith(
  (method, path) => new GatewayFailure("not_found", `There is no ${method} ${path} on this gateway.`),
);
export const wrongAdminMethod = refuseWith(wrongMethod);
