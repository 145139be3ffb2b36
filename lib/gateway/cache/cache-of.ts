import type { Headed } from "@/lib/exchange/exchange";
import type { Parts } from "../parts";
import type { Route } from "../routing/plan-route";
import type { Caller } from "../settings";
import { type CacheOptions, cacheOptionsOf } from "./request-options";
import type { AnswerStore } from "./store";

export interface Cache {
  organizationId: string;
  options: CacheOptions;
  targets: readonly string[];
  answers: AnswerStore;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The cache of a caller's organization, as requested; null if the organization has no cache. */
export function cacheOf({ key, organization }: Caller, request: Headed, route: Route, parts: Parts): Cache | null {
  const { organizationId } = key;
  if (!organization?.cache || organizationId === null) return null;
  const targets = route.choices.flatMap((choice) =>
    choice.targets.map(({ provider, model }) => `${provider.name}/${model}`),
  );
  return {
    organizationId,
    options: cacheOptionsOf(request, organization.cache),
    targets,
    answers: parts.answers,
    now: parts.now,
  };
}
