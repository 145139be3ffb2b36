// The effect of a configuration that is not written yet, by the functions that decide when it is written.
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/gateway/configs";
import { Failure } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import { organizationWithin } from "../access";
import { organizationLevel } from "../settings/levels";
import type { Config } from "../settings/section";
import { accepted, checked } from "./check";
import { changesBetween, valueAt } from "./diff";
import { masked, openConfig } from "./secrets";
import { type ConfigState, configStateOf } from "./versions";

export const previewOrganizationConfig: Verb<typeof contracts.previewOrganizationConfig> = async (context, input) => {
  const { db, scope } = context;
  await organizationWithin(db, scope, input.org_id);
  const state = await configStateOf(db, input.org_id);
  const compare_to = state.active?.version ?? null;
  try {
    const config = await accepted(db, scope, checked(input.config), state);
    return { compare_to, problems: [], changes: await changesTo(config, state) };
  } catch (error) {
    return { compare_to, problems: problemsIn(error), changes: [] };
  }
};

const shown = (config: Config) => organizationLevel.mapSecrets(config, async (secret) => masked(secret));

async function changesTo(config: Config, { active }: ConfigState) {
  const current = (active && (await openConfig(organizationLevel, active.config))) ?? {};
  const [before, after] = [await shown(current), await shown(config)];
  return changesBetween(current, config).map(({ path, kind }) => ({
    path,
    kind,
    before: valueAt(before, path) ?? null,
    after: valueAt(after, path) ?? null,
  }));
}

/** A refusal as problems by field; rethrows anything that concerns no field. */
function problemsIn(error: unknown): { field: string; message: string }[] {
  if (error instanceof GatewayFailure && error.detail.param) return [problem(error.detail.param, error.message)];
  if (!(error instanceof Failure && error.kind === "invalid" && error.detail.fields)) throw error;
  return Object.entries(error.detail.fields).flatMap(([field, messages]) =>
    messages.map((message) => problem(field, message)),
  );
}

const problem = (field: string, message: string) => ({ field, message: message.replace(`${field}: `, "") });
