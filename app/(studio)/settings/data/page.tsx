import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { getRetention } from "@/lib/accounts/retention/retention";
import { links } from "@/lib/client/links";
import { mayManageMembers } from "@/lib/client/roles";
import { getRetention as contract } from "@/lib/contracts/accounts/retention";
import { DataScreen } from "./_components/data-screen";

export const metadata: Metadata = { title: "Data retention" };

export default async function DataPage() {
  const { role } = await requireCaller(links.data());
  // A verb does not check the role itself.
  const reads = mayManageMembers(role) ? [read(contract, getRetention, {})] : [];
  return (
    <HydrationBoundary state={await prefetch(links.data(), ...reads)}>
      <DataScreen />
    </HydrationBoundary>
  );
}
