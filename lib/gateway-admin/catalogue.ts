// The models and providers that an organization's requests can reach, by the rules that route them.
import type { Verb } from "@/lib/context";
import type * as contract from "@/lib/contracts/gateway/catalogue";
import { liveParts } from "@/lib/gateway/live";
import { listModels } from "@/lib/gateway/models";
import { type Price, priceOf, usd } from "@/lib/gateway/money/price";
import { maySpendUnpriced, pricingsOf } from "@/lib/gateway/money/pricings";
import type { TokenRates } from "@/lib/gateway/money/rates";
import { chooseTargets, modelMapOf, providersOf, targetId } from "@/lib/gateway/providers/choose-targets";
import { routingOf } from "@/lib/gateway/routing/routing-of";
import type { RoutingSettings } from "@/lib/gateway/routing/settings";
import type { Caller } from "@/lib/gateway/settings";
import { organizationWithin } from "./access";
import { organizationCaller } from "./model-flaws";

const ownerOf = (kind: string, organizationId: string | null) => {
  if (kind === "sandbox") return "sandbox" as const;
  return organizationId === null ? ("gateway" as const) : ("organization" as const);
};

export const getGatewayModels: Verb<typeof contract.getGatewayModels> = async ({ db, scope, now }, { org_id }) => {
  await organizationWithin(db, scope, org_id);
  const { health } = liveParts();
  const caller = await organizationCaller(db, org_id);
  const openUntil = (target: string): string | null => {
    const wait = health.breakers.waitFor(target);
    return wait > 0 ? new Date(now().getTime() + wait).toISOString() : null;
  };
  const { modelFallbacks } = routingOf(caller);
  const pricings = pricingsOf(caller);
  return {
    models: listModels(caller).map((model) => ({
      ...model,
      targets: chooseTargets(caller, model.id).map((target) => ({
        provider: target.provider.name,
        owner: ownerOf(target.provider.kind, target.organizationId),
        model: target.model,
        weight: target.weight,
        price: presentPrice(priceOf(pricings, target, now().getTime())),
        open_until: openUntil(targetId(target)),
      })),
      fallbacks: Object.hasOwn(modelFallbacks, model.id) ? (modelFallbacks[model.id] ?? []) : [],
    })),
    providers: providersOf(caller).map(presentProvider),
    unknown_model: { byok: unpricedBy(caller, false), managed: unpricedBy(caller, true) },
    model_map: modelMapOf(caller),
    routing: presentRouting(routingOf(caller)),
  };
};

const unpricedBy = ({ key, ...caller }: Caller, isManaged: boolean) =>
  maySpendUnpriced({ ...caller, key: { ...key, isManaged } }) ? ("free" as const) : ("refuse" as const);

const presentPrice = (price: Price | null) => {
  if (price === null) return null;
  const { above, ...rates } = price.rates;
  return {
    source: price.source,
    ...presentRates(rates),
    above: above ? { input_tokens: above.inputTokens, ...presentRates(above.rates) } : null,
  };
};

const presentRates = ({ input, cachedInput, cacheWrite, output, audioInput, audioOutput }: TokenRates) => ({
  input: usd(input),
  cached_input: usd(cachedInput),
  cache_write: usd(cacheWrite),
  output: usd(output),
  audio_input: audioInput === undefined ? null : usd(audioInput),
  audio_output: audioOutput === undefined ? null : usd(audioOutput),
});

function presentProvider({ provider, organizationId }: ReturnType<typeof providersOf>[number]) {
  const remote = provider.kind === "sandbox" ? null : provider;
  return {
    name: provider.name,
    owner: ownerOf(provider.kind, organizationId),
    format: provider.kind,
    base_url: organizationId === null ? null : (remote?.baseUrl ?? null),
    models: provider.models,
    timeout_seconds: remote?.timeoutMs ? remote.timeoutMs / 1000 : null,
    max_concurrent: remote?.maxConcurrent ?? null,
  };
}

const presentRouting = ({ strategy, failover, retry, breaker }: RoutingSettings) => ({
  strategy,
  failover: { attempts: failover.attempts, statuses: failover.statuses },
  retries: retry.attempts,
  circuit_breaker: {
    failures: breaker.failures,
    open_seconds: breaker.openMs / 1000,
    successes: breaker.successes,
  },
});
