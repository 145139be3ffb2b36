import { DefinitionList } from "@/app/_ui/text/definition-list";
import type { GatewayModels } from "@/lib/contracts/gateway/catalogue";

const strategies: Record<string, string> = {
  "round-robin": "Round robin",
  weighted: "By weight",
  "least-latency": "Lowest recent latency",
  cheapest: "Lowest price",
  ordered: "Configured order",
};

/** How the gateway chooses a target, and when it tries another. */
export function RoutingFacts({ routing }: { routing: GatewayModels["routing"] }) {
  const { strategy, failover, retries, circuit_breaker: breaker } = routing;
  return (
    <DefinitionList
      entries={[
        { term: "First target", value: strategies[strategy] ?? strategy },
        {
          term: "Failover",
          value:
            failover.attempts > 1
              ? `After ${failover.statuses.join(", ")} or no answer; ${failover.attempts} targets at most`
              : "Off",
        },
        { term: "Retries", value: retries === 0 ? "None" : `${retries} on the last remaining target` },
        {
          term: "Circuit breaker",
          value: `Opens after ${breaker.failures} failures in a row, for ${breaker.open_seconds} s; closes after ${breaker.successes} successes`,
        },
      ]}
    />
  );
}
