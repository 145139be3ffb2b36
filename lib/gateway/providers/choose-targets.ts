// Which providers answer a model's name. Pure: settings and a name in, targets in the order of the configuration out.
import { GatewayFailure } from "../errors";
import { remembered } from "../remembered";
import { routingOf } from "../routing/routing-of";
import type { Caller, ProviderSettings } from "../settings";
import { sandboxSettings } from "./sandbox/settings";

export interface Target {
  provider: ProviderSettings;
  /** The organization that owns the provider; null for the gateway's own. */
  organizationId: string | null;
  /** The model's name at the provider. */
  model: string;
  /** Its share under the weighted strategy. */
  weight: number;
}

/** Identifies a target as long as its configuration is unchanged. */
export const targetId = remembered(
  ({ organizationId, provider, model }: Target): string => `${organizationId ?? ""}/${provider.name}/${model}`,
);

type Candidate = Pick<Target, "provider" | "organizationId">;

/** Whether the gateway's own providers answer a key. */
export const mayAskShared = ({ organizationId, isServed }: Caller["key"]): boolean =>
  organizationId === null || isServed === true;

/**
 * The organization's providers, which stand in for the gateway's of the same name, then the gateway's, then the sandbox. To an
 * organization that the operator does not serve, the gateway's are not there.
 */
export function providersOf({ key, organization, settings }: Caller): Candidate[] {
  // Theirs even where the key is the operator's, as a judge's is.
  const organizationId = key.organizationId ?? "";
  const own = (organization?.providers ?? []).map((provider) => ({ provider, organizationId }));
  const names = new Set(own.map(({ provider }) => provider.name.toLowerCase()));
  const shared = [...(mayAskShared(key) ? settings.providers : []), sandboxSettings]
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map((provider) => ({ provider, organizationId: null }));
  return [...own, ...shared];
}

/** The names of model_map; an organization's come before the gateway's. */
export const modelMapOf = ({ organization, settings }: Caller): Record<string, string> =>
  organization && Object.keys(organization.modelMap).length > 0
    ? { ...settings.modelMap, ...organization.modelMap }
    : settings.modelMap;

/**
 * Throws `model_not_found` when no provider has the model, `permission_denied` when the key may not use it. A `lock` names
 * the only provider that may answer; throws `provider_not_found` where there is none of that name.
 */
export function chooseTargets(caller: Caller, model: string, lock: string | null = null): [Target, ...Target[]] {
  const targets = lock === null ? resolve(caller, model) : locked(caller, model, lock);
  if (targets.length === 0) throw modelNotFound(model, mappedName(caller, model));
  const permitted = targets.filter((target) => mayUse(caller, model, target));
  if (permitted.length === 0) throw denied(`the model ${shown(model)}`);
  const [first, ...others] = permitted.filter(({ provider }) => mayAsk(caller, provider.name));
  if (first) return [first, ...others];
  throw denied(`a provider of the model ${shown(model)}`);
}

function locked(caller: Caller, model: string, lock: string): Target[] {
  if (!mayAsk(caller, lock)) throw denied(`the provider ${shown(lock)}`);
  const candidate = providerNamed(caller, lock);
  if (!candidate) throw new GatewayFailure("provider_not_found", `There is no provider ${shown(lock)}.`);
  const resolved = resolve(caller, model).filter(({ provider }) => provider === candidate.provider);
  return resolved.length > 0 ? resolved : [at(candidate, model)];
}

/** Targets of the routing come first, then model_map, whose entries are not looked up in it again; `*` stands for any name. */
function resolve(caller: Caller, model: string): Target[] {
  const { targets } = routingOf(caller);
  const routed = Object.hasOwn(targets, model) ? targets[model] : undefined;
  if (routed) {
    return routed.flatMap(({ provider, model: other, weight }) => {
      const candidate = providerNamed(caller, provider);
      return candidate ? [{ ...candidate, model: other ?? model, weight }] : [];
    });
  }
  const map = modelMapOf(caller);
  const mapped = mappedName(caller, model);
  const found = mapped === undefined ? named(caller, model) : mappedTo(caller, model, mapped);
  const any = Object.hasOwn(map, "*") ? map["*"] : undefined;
  return found.length === 0 && mapped === undefined && any !== undefined ? mappedTo(caller, model, any) : found;
}

/** Where model_map leads a name; undefined if it has no entry. */
function mappedName(caller: Caller, model: string): string | undefined {
  const map = modelMapOf(caller);
  return Object.hasOwn(map, model) ? map[model] : undefined;
}

function mappedTo(caller: Caller, model: string, mapped: string): Target[] {
  const candidate = providersOf(caller).find(({ provider }) => provider.name === mapped);
  return candidate ? [at(candidate, model)] : named(caller, mapped);
}

/** A name that providers list, slashes and all, else provider/model split at the first slash. */
function named(caller: Caller, model: string): Target[] {
  const listed = providersOf(caller).filter(({ provider }) => lists(provider, model));
  if (listed.length > 0) return listed.map((candidate) => at(candidate, model));
  const slash = model.indexOf("/");
  const [prefix, rest] = [model.slice(0, Math.max(0, slash)), model.slice(slash + 1)];
  const candidate = providerNamed(caller, prefix);
  return candidate && rest ? [at(candidate, rest)] : [];
}

/** The sandbox's models are named with their provider alone. */
const lists = ({ kind, models }: ProviderSettings, model: string): boolean =>
  kind !== "sandbox" && models.includes(model);

const providerNamed = (caller: Caller, name: string): Candidate | undefined =>
  providersOf(caller).find(({ provider }) => provider.name.toLowerCase() === name.toLowerCase());

const at = ({ provider, organizationId }: Candidate, model: string): Target => ({
  provider,
  organizationId,
  model,
  weight: 1,
});

/** An empty list allows every model. An entry is a requested name, a provider's model, provider/model or provider/*. */
function mayUse({ key }: Caller, requested: string, { provider, model }: Target): boolean {
  if (key.allowedModels.length === 0) return true;
  const spellings = [requested, model, `${provider.name}/${model}`, `${provider.name}/*`];
  return spellings.some((spelling) => key.allowedModels.includes(spelling));
}

/** No list, or an empty one, allows every provider. */
const mayAsk = ({ key: { allowedProviders } }: Caller, provider: string): boolean =>
  !allowedProviders?.length || allowedProviders.some((allowed) => allowed.toLowerCase() === provider.toLowerCase());

export const modelNotFound = (model: string, mapped?: string): GatewayFailure =>
  new GatewayFailure(
    "model_not_found",
    mapped === undefined
      ? `The model ${shown(model)} is not configured for any provider. ` +
          "Add it to model_map, or name its provider in the form provider/model."
      : `The model ${shown(model)} leads to ${shown(mapped)} in model_map, which is neither a provider nor a model of one.`,
  );

const denied = (what: string): GatewayFailure =>
  new GatewayFailure("permission_denied", `This key may not use ${what}.`);

export const shown = (name: string): string => `'${name.slice(0, 200)}'`;
