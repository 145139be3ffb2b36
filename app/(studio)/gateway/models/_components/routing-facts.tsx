import { DefinitionList } from "@/app/_ui/definition-list";
import type { GatewayModels } from "@/lib/contracts/gateway/catalogue";

const strategies: Record<string, string> = {
  "round-robin": "In turn",
  weighted: "By weight",
  "least-latency": "The quickest of late",
  cheapest: "The cheapest",
  ordered: "In the order of the configuration",
};

/** How a request is led to one of several targets, and on to the next. */
export function RoutingFacts({ routing }: { routing: GatewayModels["routing"] }) {
  const { strategy, failover, retries, circuit_breaker: breaker } = routing;
  return (
    <DefinitionList
      entries={[
        { term: "First target", value: strategies[strategy] ?? strategy },
        {
          term: "Another target",
          value:
            failover.attempts > 1
              ? `After ${failover.statuses.join(", ")} or no answer, ${failover.attempts} in all`
              : "Never: failover is switched off",
        },
        { term: "The same again", value: retries === 0 ? "Never" : `${retries} times, the last target left` },
        {
          term: "Left alone",
          value: `After ${breaker.failures} failures in a row, for ${breaker.open_seconds} s; trusted again after ${breaker.successes} successes`,
        },
      ]}
    />
  );
}
