"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { gatewayModelsQuery } from "@/lib/client/gateway";
import { ConfigField } from "../fields/config-field";
import { useConfigDraft } from "../use-draft";
import { useEntry } from "../use-entry";
import { freeName } from "../values";
import { RouteForm } from "./route-form";
import { RouteList } from "./route-list";
import { routesOf, targetsPath, withoutRoute } from "./routes";

/** The routes by requested model name, and the settings for all routes. */
export function RoutingTab({ organizationId }: { organizationId: string }) {
  const draft = useConfigDraft();
  const routes = routesOf(draft.config);
  const live = useQuery(gatewayModelsQuery(organizationId));
  const { entry, open, follow } = useEntry(routes);
  if (entry !== null) {
    return <RouteForm name={entry} live={live.data} onBack={() => open(null)} onFollow={follow} />;
  }
  const add = () => {
    const name = freeName(routes, "my-model");
    draft.set([...targetsPath(name)], [{}]);
    open(name);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <h2 className="text-base font-medium">Routes</h2>
            <p className="max-w-prose text-soft">
              A requested model name, the targets that answer it, and its fallbacks.
            </p>
          </div>
          <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={add}>
            Add route
          </Button>
        </div>
        <RouteList routes={routes} onRemove={(name) => draft.write(withoutRoute(draft.config, name))} />
      </section>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
        <ConfigField path={["model_map"]} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <ConfigField path={["routing", "strategy"]} />
        </div>
        {["failover", "retry", "circuit_breaker"].map((part) => (
          <ConfigField key={part} path={["routing", part]} />
        ))}
      </div>
    </div>
  );
}
