import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { getUserInfo } from "@/lib/accounts/people";
import { links } from "@/lib/client/links";
import { getUserInfo as contract } from "@/lib/contracts/accounts/people";
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
