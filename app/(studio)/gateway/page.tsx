import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { KeysScreen } from "./_components/keys-screen";

export const metadata: Metadata = { title: "Gateway keys" };

export default async function GatewayKeysPage() {
  await requireCaller(links.gatewayKeys());
  return <KeysScreen />;
}
