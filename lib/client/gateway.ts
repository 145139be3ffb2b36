// The gateway's administration, for its screens.
import { secretFor } from "@/lib/client/secrets/secret-for";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { call } from "./call";
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";

const GATEWAY_KEY_ROWS = 25;

export interface GatewayKeyFilter {
  search?: string;
  status?: GatewayKey["status"];
  /** The key before the page's first. */
  after?: string;
}

export const gatewayKeysQuery = (filter: GatewayKeyFilter = {}) =>
  queryFor(operations.listGatewayKeys, { ...filter, limit: GATEWAY_KEY_ROWS, standing: true });
export const gatewayKeyQuery = (id: string) => queryFor(operations.getGatewayKey, { key_id: id, standing: true });

const CREDIT_ROWS = 25;
export const gatewayCreditsQuery = (key_id: string, after?: string) =>
  queryFor(operations.listGatewayCredits, { key_id, limit: CREDIT_ROWS, ...(after ? { after } : {}) });

const keys = [operations.listGatewayKeys, operations.getGatewayKey];
export const createGatewayKey = secretFor(
  operations.createGatewayKey,
  { invalidates: keys },
  "The key may have been made, but its secret never arrived. If it is in the list, revoke it and create another.",
);
export const updateGatewayKey = mutationFor(operations.updateGatewayKey, {
  invalidates: keys,
  showsErrors: true,
  done: "Key saved. It applies from the key's next request.",
});
export const pauseGatewayKey = mutationFor(operations.updateGatewayKey, { invalidates: keys, done: "Key paused" });
export const resumeGatewayKey = mutationFor(operations.updateGatewayKey, { invalidates: keys, done: "Key resumed" });
export const rotateGatewayKey = secretFor(
  operations.rotateGatewayKey,
  { invalidates: keys },
  "The key may have a new secret, but it never arrived. Rotate it again.",
);
export const revokeGatewayKey = mutationFor(operations.revokeGatewayKey, { invalidates: keys, done: "Key revoked" });

const configs = [operations.getOrganizationConfig, operations.listConfigVersions, operations.getGatewayModels];
export const gatewayConfigQuery = (org_id: string) => queryFor(operations.getOrganizationConfig, { org_id });
const CONFIG_ROWS = 25;
export const configVersionsQuery = (org_id: string, after?: number) =>
  queryFor(operations.listConfigVersions, { org_id, limit: CONFIG_ROWS, ...(after ? { after } : {}) });
export const configVersionQuery = (org_id: string, version: number) =>
  queryFor(operations.getConfigVersion, { org_id, version });
/** The changes of a version; without another version to compare, its whole content. */
export const configChangesQuery = (org_id: string, version: number, compare_to: number | null) =>
  queryFor(operations.compareConfigVersions, { org_id, version, ...(compare_to ? { compare_to } : {}) });

/** The changes and problems of a draft. It may hold secrets, so it is not cached. */
export const configPreviewQuery = (org_id: string, config: Record<string, unknown>) => ({
  ...queryFor(operations.previewOrganizationConfig, { org_id, config }),
  gcTime: 0,
});

interface NewConfig {
  org_id: string;
  config: Record<string, unknown>;
  base_version: number;
  change_description?: string;
}

/** The contract takes any section beside these, and so names none. */
export const saveGatewayConfig = {
  mutationKey: [operations.createOrganizationConfig.name],
  mutationFn: (input: NewConfig) => call(operations.createOrganizationConfig, input),
  meta: {
    invalidates: configs,
    showsErrors: true,
    done: "Saved as a new version. It applies from the next request.",
  },
};
export const activateConfig = mutationFor(operations.activateConfigVersion, {
  invalidates: [...configs, operations.getConfigVersion],
  done: "Activated. It applies from the next request.",
});

export const gatewayModelsQuery = (org_id: string) => queryFor(operations.getGatewayModels, { org_id });
export const testGuardrail = mutationFor(operations.testGuardrail, { showsErrors: true });
