"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { type ReactNode, useState } from "react";
import { quantity } from "@/app/_ui/figure/numbers";
import { personQuery } from "@/lib/client/account";
import { gatewayModelsQuery } from "@/lib/client/gateway";
import { spendQuery } from "@/lib/client/gateway-log";
import { links } from "@/lib/client/links";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { spendFilterOf, spendInput } from "../spend/_components/spend-filter";

const linkClass = "text-accent underline underline-offset-2";

/** What the budget of a key does not count; nothing where such models are refused. */
export function useUnpricedHint(keyType: GatewayKey["key_type"]): ReactNode {
  const person = useQuery(personQuery()).data;
  const organizationId = person?.organization.id;
  const models = useQuery({ ...gatewayModelsQuery(organizationId ?? ""), enabled: organizationId !== undefined });
  if (models.data?.unknown_model[keyType] !== "free") return null;
  return (
    <>
      Models without a price are not counted.{" "}
      <NextLink href={links.gatewayModels()} target="_blank" className={linkClass}>
        Prices of the models
      </NextLink>
    </>
  );
}

/** How many of a key's calls its budgets do not count, on the days that the screen of the spend shows. */
export function UnpricedCalls({ keyId }: { keyId: string }) {
  const [now] = useState(() => new Date());
  const filter = spendFilterOf((name) => (name === "key" ? keyId : undefined));
  const spend = useQuery(spendQuery({ ...spendInput(filter, now), by: "day" }));
  const calls = spend.data?.total.unpriced_requests ?? 0;
  if (calls === 0) return null;
  return (
    <p className="mt-3 text-xs text-soft">
      Budgets do not count{" "}
      <NextLink href={`${links.gatewaySpend()}?key=${keyId}`} className={linkClass}>
        {quantity(calls, "call")} without a price
      </NextLink>{" "}
      in the last {filter.days} days.
    </p>
  );
}
