import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { listKeys } from "@/lib/accounts/key-list";
import { keysInput } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import { listKeys as contract } from "@/lib/contracts/accounts/keys";
import { KeysScreen } from "./_components/keys-screen";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage() {
  const state = await prefetch(links.apiKeys(), read(contract, listKeys, keysInput()));
  return (
    <HydrationBoundary state={state}>
      <KeysScreen />
    </HydrationBoundary>
  );
}
