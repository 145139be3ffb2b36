import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { SpendScreen } from "./_components/spend-screen";

export const metadata: Metadata = { title: "Gateway spend" };

export default async function GatewaySpendPage() {
  await requireCaller(links.gatewaySpend());
  return <SpendScreen />;
}
