import type { Headed } from "@/lib/exchange/exchange";
import type { Parts } from "../parts";
import type { Route } from "../routing/plan-route";
import type { Caller } from "../settings";
import { cacheAskOf } from "./ask";
import type { Cache } from "./cached";

/** The cache of a caller's organization, as requested; null if the organization has no cache. */
export function cacheOf({ key, organization }: Caller, request: Headed, route: Route, parts: Parts): Cache | null {
  const { organizationId } = key;
  if (!organization?.cache || organizationId === null) return null;
  const targets = route.choices.flatMap((choice) =>
    choice.targets.map(({ provider, model }) => `${provider.name}/${model}`),
  );
  return {
    organizationId,
    ask: cacheAskOf(request, organization.cache),
    targets,
    answers: parts.answers,
    now: parts.now,
  };
}
