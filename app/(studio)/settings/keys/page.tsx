import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { listKeys } from "@/lib/accounts/key-list";
import { keysInput } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import { listKeys as contract } from "@/lib/contracts/accounts/keys";
import { KeysScreen } from "./_components/keys-screen";

export const metadata: Metadata = { title: "API keys" };

export default function KeysPage() {
  return withReads(links.apiKeys(), [read(contract, listKeys, keysInput())], <KeysScreen />);
}
