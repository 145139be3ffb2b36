// Whether a configuration may become an organization's: by its form, by the operator's terms, and by the secrets in it.
import type { Database } from "@/db/client";
import type { Scope } from "@/lib/context";
import { Failure, invalidField } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import { ownJudge } from "@/lib/gateway/guardrails/judge-target";
import type { OrganizationSettings } from "@/lib/gateway/settings";
import { validationFailure } from "@/lib/http/read-input";
import { assertOperator } from "../access";
import { withoutUnchosenTreatments } from "../settings/guardrails";
import { enteredOrganization, organizationLevel, projectedGlobal, projectedOrganization } from "../settings/levels";
import type { Config } from "../settings/section";
import { excessOf } from "./key-settings";
import { nameWithoutModel } from "./other-names";
import { keepMasked, openConfig } from "./secrets";
import { type ConfigState, configStateOf } from "./versions";

const MAX_CHARACTERS = 256 * 1024;

/** Checks a configuration, and gives it the form in which it is stored. */
export function checked(input: Config): Config {
  const parsed = enteredOrganization.safeParse(input);
  if (!parsed.success) throw validationFailure(parsed.error, input);
  const config = withoutUnchosenTreatments(organizationLevel.pick(parsed.data), input);
  assertJudges(projectedOrganization(config));
  if (JSON.stringify(config).length <= MAX_CHARACTERS) return config;
  throw new Failure("tooLarge", `A configuration has at most ${MAX_CHARACTERS} characters.`);
}

/** Where a judge's model is at no provider of the organization's own, each of its requests would fail. */
function assertJudges(settings: OrganizationSettings): void {
  for (const [index, rule] of (settings.guardrails?.rules ?? []).entries()) {
    if (rule.type !== "judge") continue;
    try {
      ownJudge(settings, rule.config.model);
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      const message = "Must be a model of a provider in this configuration, or of the sandbox.";
      throw invalidField(`guardrails.rules.${index}.config.model`, message);
    }
  }
}

function assertNames(config: Config, shared: Config | null): void {
  const found = nameWithoutModel(projectedOrganization(config), projectedGlobal(shared ?? {}));
  if (!found) return;
  const message = `Leads to ${JSON.stringify(found.value)}, which is another name of model_map. Must be a provider, a model, or provider/model.`;
  throw invalidField(`model_map.${found.name}`, message);
}

/** A checked configuration with each secret that came masked as it is; throws where that or the operator's terms forbid it. */
export async function accepted(tx: Database, scope: Scope, config: Config, state: ConfigState): Promise<Config> {
  const shared = (await configStateOf(tx, null)).active?.config ?? null;
  assertNames(config, shared);
  assertTerms(scope, config, state, shared);
  const { active } = state;
  return keepMasked(organizationLevel, config, active && (await openConfig(organizationLevel, active.config)));
}

/** The operator's limits for every organization; they do not bind the operator. */
export const sharedConfig = async (tx: Database, scope: Scope): Promise<Config | null> =>
  scope.organizationId === null ? null : ((await configStateOf(tx, null)).active?.config ?? null);

/** Keeps an Owner or Admin within the operator's limits for the organization, even if an older version is looser. */
export function assertTerms(scope: Scope, config: Config, { fromOperator }: ConfigState, shared: Config | null): void {
  if (scope.organizationId === null) return;
  const excess = excessOf(config, { own: fromOperator?.config ?? null, shared });
  if (excess) assertOperator(scope, excess.message, excess.path);
}
