// The models that a key may use: those that providers list, and the names of the routing and of model_map.
import type { Model } from "@/lib/contracts/gateway/models";
import { GatewayFailure } from "./errors";
import { chooseTargets, modelMapOf, modelNotFound, providersOf, shown, type Target } from "./providers/choose-targets";
import { routingOf } from "./routing/routing-of";
import type { Caller } from "./settings";

/** In OpenAI's form and in Anthropic's, whose names differ. */
const present = (id: string, target: Target): Model => ({
  id,
  object: "model",
  created: 0,
  owned_by: target.provider.name,
  type: "model",
  display_name: id,
  created_at: "1970-01-01T00:00:00Z",
});

/** In the order of the configuration, aliases last. A name that several providers list appears once. */
export function listModels(caller: Caller): Model[] {
  const listed = providersOf(caller).flatMap(({ provider: { kind, name, models } }) =>
    models.map((model) => (kind === "sandbox" ? `${name}/${model}` : model)),
  );
  const routed = Object.keys(routingOf(caller).targets);
  const mapped = Object.keys(modelMapOf(caller)).filter((name) => name !== "*");
  const ids = new Set([...listed, ...routed, ...mapped]);
  return [...ids].flatMap((id) => {
    const target = firstTarget(caller, id);
    return target ? [present(id, target)] : [];
  });
}

/** A listed model, or one of a provider's in the form provider/model. Throws `model_not_found`. */
export function findModel(caller: Caller, id: string): Model {
  const target = targetOf(caller, id);
  if (!isListed(target) && !isNamed(caller, id)) throw unlisted(target);
  return present(id, target);
}

/** To a key, a model that it may not use does not exist. */
function targetOf(caller: Caller, id: string): Target {
  try {
    return chooseTargets(caller, id)[0];
  } catch (error) {
    if (error instanceof GatewayFailure && error.code === "permission_denied") throw modelNotFound(id);
    throw error;
  }
}

/** Calls may still name it. */
const unlisted = ({ provider, model }: Target): GatewayFailure =>
  new GatewayFailure(
    "model_not_found",
    `The provider ${shown(provider.name)} does not list the model ${shown(model)}.`,
  );

const isListed = ({ provider, model }: Target): boolean =>
  provider.kind === "sandbox" || provider.models.includes(model);

const isNamed = (caller: Caller, id: string): boolean =>
  Object.hasOwn(modelMapOf(caller), id) || Object.hasOwn(routingOf(caller).targets, id);

/** Undefined for a name that leads nowhere, or that the key may not use. */
function firstTarget(caller: Caller, id: string): Target | undefined {
  try {
    return chooseTargets(caller, id)[0];
  } catch (error) {
    if (error instanceof GatewayFailure) return undefined;
    throw error;
  }
}
