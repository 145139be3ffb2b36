import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getUserInfo } from "@/lib/accounts/people";
import { links } from "@/lib/client/links";
import { getUserInfo as contract } from "@/lib/contracts/accounts/people";
import { prefetch, read } from "../../_server/prefetch";
import { OrganizationScreen } from "./_components/organization-screen";

export const metadata: Metadata = { title: "Organization" };

export default async function OrganizationPage() {
  const state = await prefetch(links.organization(), read(contract, getUserInfo, {}));
  return (
    <HydrationBoundary state={state}>
      <OrganizationScreen />
    </HydrationBoundary>
  );
}
