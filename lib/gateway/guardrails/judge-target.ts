// Where judges run, and which of the gateway's own judges run for whom.
import { GatewayFailure } from "../errors";
import { chooseTargets, mayAskShared, type Target } from "../providers/choose-targets";
import type { Caller, GatewayKey, GatewaySettings, OrganizationSettings } from "../settings";
import type { Rule, Rules } from "./compile";

/** Judges may ask models whatever the key that is judged may use itself. */
const operator: GatewayKey = {
  id: "guardrails",
  kind: "gateway",
  organizationId: null,
  allowedModels: [],
  rateLimitRpm: null,
  expiresAt: null,
};

/** Of a gateway that has nothing of its own. */
export const bareSettings: GatewaySettings = {
  providers: [],
  modelMap: {},
  rateLimiting: { enabled: true, globalRpm: null },
};

/**
 * Where a judge of the gateway's own is asked: never at an organization's provider, which could name itself like one of the
 * gateway's and pass everything. Throws `model_not_found`.
 */
export const operatorsJudge = (settings: GatewaySettings, model: string): Target =>
  chooseTargets({ settings, organization: null, key: operator }, model)[0];

/**
 * Where an organization's own judge is asked: at a provider of the organization's own or in the sandbox, never with the operator's
 * credentials, whatever keys it judges may use. Throws `model_not_found`.
 */
export const ownJudge = (organization: OrganizationSettings | null, model: string): Target =>
  chooseTargets({ settings: bareSettings, organization, key: operator }, model)[0];

/** The gateway's rules that apply to a caller: the operator pays for no judge of an organization that the providers do not serve. */
export const operatorsRules = ({ key, settings }: Caller, rules: Rules): Rules => {
  if (mayAskShared(key)) return rules;
  const isFree = ({ check }: Rule): boolean => {
    if ("finders" in check || check.type !== "judge") return true;
    try {
      return operatorsJudge(settings, check.config.model).provider.kind === "sandbox";
    } catch (error) {
      // An unknown model fails when it is called.
      if (error instanceof GatewayFailure) return true;
      throw error;
    }
  };
  return { pre: rules.pre.filter(isFree), post: rules.post.filter(isFree) };
};
