// A request's choice of its guardrails: `X-Guardrail-Policy`, for keys that may send it.
import type { Headed } from "@/lib/exchange/exchange";
import { GatewayFailure } from "../errors";
import type { GatewayKey } from "../settings";

const policies = ["log-only", "disabled", "strict"] as const;
export type Policy = (typeof policies)[number] | null;

const HEADER = "x-guardrail-policy";

/** Throws `permission_denied` for a key that may not choose, `invalid_request_error` for a policy that there is not. */
export function policyOf({ header }: Headed, key: GatewayKey): Policy {
  const value = header(HEADER);
  if (value === null) return null;
  if (!key.allowPolicyOverride) {
    throw new GatewayFailure(
      "permission_denied",
      `This key may not use ${HEADER}: its metadata does not set allow_policy_override.`,
    );
  }
  const policy = policies.find((name) => name === value.trim().toLowerCase());
  if (policy) return policy;
  throw new GatewayFailure("invalid_request_error", `${HEADER}: Must be one of ${policies.join(", ")}.`, {
    param: HEADER,
  });
}
