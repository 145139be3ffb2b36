import type { Metadata } from "next";
import { SpendScreen } from "./_components/spend-screen";

export const metadata: Metadata = { title: "Gateway spend" };

export default function GatewaySpendPage() {
  return <SpendScreen />;
}
