// Which provider answers a model's name. Pure: settings and a name in, targets in order of preference out.
import { GatewayFailure } from "../errors";
import type { Caller, GatewaySettings, ProviderSettings } from "../settings";
import { sandboxSettings } from "./sandbox/settings";

export interface Target {
  provider: ProviderSettings;
  /** The model's name at the provider. */
  model: string;
}

export const providersOf = (settings: GatewaySettings): ProviderSettings[] => [...settings.providers, sandboxSettings];

/** Throws `model_not_found` when no provider has the model, `permission_denied` when the key may not use it. */
export function chooseTargets(caller: Caller, model: string): [Target, ...Target[]] {
  const targets = resolve(caller.settings, model);
  if (targets.length === 0) throw modelNotFound(model);
  const [first, ...others] = targets.filter((target) => mayUse(caller, model, target));
  if (first) return [first, ...others];
  throw new GatewayFailure("permission_denied", `This key may not use the model ${shown(model)}.`);
}

/** A model_map entry wins; it is not looked up again in the map. */
function resolve(settings: GatewaySettings, model: string): Target[] {
  const mapped = Object.hasOwn(settings.modelMap, model) ? settings.modelMap[model] : undefined;
  if (mapped === undefined) return named(settings, model);
  const provider = providersOf(settings).find(({ name }) => name === mapped);
  return provider ? [{ provider, model }] : named(settings, mapped);
}

/** A name that providers list, slashes and all, else provider/model split at the first slash. */
function named(settings: GatewaySettings, model: string): Target[] {
  const listed = settings.providers.filter((provider) => provider.models.includes(model));
  if (listed.length > 0) return listed.map((provider) => ({ provider, model }));
  const slash = model.indexOf("/");
  const [prefix, rest] = [model.slice(0, Math.max(0, slash)).toLowerCase(), model.slice(slash + 1)];
  const provider = providersOf(settings).find(({ name }) => name.toLowerCase() === prefix);
  return provider && rest ? [{ provider, model: rest }] : [];
}

/** An empty list allows every model. An entry is a requested name, a provider's model, provider/model or provider/*. */
function mayUse({ key }: Caller, requested: string, { provider, model }: Target): boolean {
  if (key.allowedModels.length === 0) return true;
  const spellings = [requested, model, `${provider.name}/${model}`, `${provider.name}/*`];
  return spellings.some((spelling) => key.allowedModels.includes(spelling));
}

export const modelNotFound = (model: string): GatewayFailure =>
  new GatewayFailure(
    "model_not_found",
    `The model ${shown(model)} is not configured for any provider. ` +
      "Add it to model_map, or name its provider in the form provider/model.",
  );

const shown = (model: string): string => `'${model.slice(0, 200)}'`;
