import type { Metadata } from "next";
import { RequestsScreen } from "./_components/requests-screen";

export const metadata: Metadata = { title: "Gateway requests" };

export default function GatewayRequestsPage() {
  return <RequestsScreen />;
}
