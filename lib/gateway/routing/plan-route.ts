// Who may answer a request, decided before anything is counted.
import { GatewayFailure } from "../errors";
import { chooseTargets, type Target, targetId } from "../providers/choose-targets";
import { remembered } from "../remembered";
import type { Caller } from "../settings";
import { routingOf } from "./routing-of";
import type { RoutingSettings } from "./settings";

export interface Route {
  /** The targets of the requested name, then those of its fallbacks, each in the order of the configuration. */
  choices: [Choice, ...Choice[]];
  routing: RoutingSettings;
  /** The gateway's own. Its providers answer every organization, and are left alone by what it says, not by what one of them does. */
  shared: RoutingSettings;
  /** Whether nothing is left of the first choice that was planned. */
  isFallback?: boolean;
  /** What the provider is asked for if it is not a chat. */
  api?: "embeddings" | undefined;
}

export interface Choice {
  model: string;
  targets: [Target, ...Target[]];
}

/** How many models of a caller have cached routes; with more, all are planned again. */
const REMEMBERED = 100;
const routesOf = remembered((_: Caller) => new Map<string, Route>());

/** Throws as `chooseTargets` does, unless a fallback of the model can be had. A lock on one provider has none. */
export function planRoute(caller: Caller, model: string, lock: string | null = null): Route {
  const routes = routesOf(caller);
  const known = lock === null ? routes.get(model) : undefined;
  if (known) return known;
  const route = newRoute(caller, model, lock);
  if (routes.size >= REMEMBERED) routes.clear();
  if (lock === null) routes.set(model, route);
  return route;
}

function newRoute(caller: Caller, model: string, lock: string | null): Route {
  const routing = routingOf(caller);
  const shared = caller.organization?.routing ? routingOf({ ...caller, organization: null }) : routing;
  const names = Object.hasOwn(routing.modelFallbacks, model) ? (routing.modelFallbacks[model] ?? []) : [];
  const fallbacks = lock === null ? names.flatMap((name) => choiceOf(caller, name)) : [];
  const [first, ...others] = fallbacks.length > 0 ? [...choiceOf(caller, model), ...fallbacks] : [];
  if (first) return { choices: [first, ...others], routing, shared };
  return { choices: [{ model, targets: chooseTargets(caller, model, lock) }], routing, shared };
}

/** Nothing where the model cannot be had. */
function choiceOf(caller: Caller, model: string): Choice[] {
  try {
    return [{ model, targets: chooseTargets(caller, model) }];
  } catch (error) {
    if (error instanceof GatewayFailure) return [];
    throw error;
  }
}

/** Every target of the route, the first one first. */
export const targetsOf = ({ choices: [first, ...others] }: Route): [Target, ...Target[]] => [
  ...first.targets,
  ...others.flatMap(({ targets }) => targets),
];

/** The route without the targets of these ids, of which it keeps at least one. */
export function routeWithout(route: Route, refused: ReadonlySet<string>): Route {
  if (refused.size === 0) return route;
  const choices = route.choices.flatMap(({ model, targets }): Choice[] => {
    const [first, ...others] = targets.filter((target) => !refused.has(targetId(target)));
    return first ? [{ model, targets: [first, ...others] }] : [];
  });
  const [first, ...others] = choices;
  if (!first) throw new Error("The route has no target left.");
  return { ...route, choices: [first, ...others], isFallback: first.model !== route.choices[0].model };
}
