"use client";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { PageHeader } from "@/app/_ui/page/page-header";
import { includesText } from "@/lib/bounds/normal-form";
import { gatewayModelsQuery } from "@/lib/client/gateway";
import { links } from "@/lib/client/links";
import { SearchFilter } from "../../../_components/filters";
import { ModelTable } from "./model-table";
import { ProviderTable } from "./provider-table";
import { RoutingFacts } from "./routing-facts";

const REFRESH_MS = 10_000;

export function ModelsScreen({ organizationId }: { organizationId: string }) {
  const models = useQuery({ ...gatewayModelsQuery(organizationId), refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHeader
        title="Models and providers"
        description="The models your requests can name, the providers that answer them, their prices and their order."
        actions={<LinkButton href={links.gatewayConfiguration()}>Configure</LinkButton>}
      />
      <Loaded found={models} problem="The models could not be loaded" skeleton={<TableSkeleton columns={4} />}>
        {({ models, providers, routing, model_map, unknown_model }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <Models models={models} modelMap={model_map} unknownModel={unknown_model} />
            <section>
              <h2 className="mb-2 text-base font-medium">Providers</h2>
              <ProviderTable providers={providers} />
            </section>
            <section>
              <h2 className="mb-2 text-base font-medium">Routing</h2>
              <RoutingFacts routing={routing} />
            </section>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Models({ models, ...shown }: ComponentProps<typeof ModelTable>) {
  const { get, set } = useAddress();
  const search = get("search") ?? "";
  const matching = models.filter(({ id }) => includesText(id, search));
  return (
    <section>
      <div className="mb-3">
        <SearchFilter label="Search models" />
      </div>
      {matching.length > 0 ? (
        <ModelTable models={matching} {...shown} />
      ) : (
        <EmptyState title="No matching models" action={<Button onClick={() => set({ search: null })}>Show all</Button>}>
          You can also call an unlisted model of a provider as provider/model.
        </EmptyState>
      )}
    </section>
  );
}
