import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getUserInfo } from "@/lib/accounts/people";
import { links } from "@/lib/client/links";
import { getUserInfo as contract } from "@/lib/contracts/accounts/people";
import { prefetch, read } from "../../_server/prefetch";
import { ProfileScreen } from "./_components/profile-screen";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const state = await prefetch(links.profile(), read(contract, getUserInfo, {}));
  return (
    <HydrationBoundary state={state}>
      <ProfileScreen />
    </HydrationBoundary>
  );
}
