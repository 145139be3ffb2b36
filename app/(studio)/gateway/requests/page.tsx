import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { RequestsScreen } from "./_components/requests-screen";

export const metadata: Metadata = { title: "Gateway requests" };

export default async function GatewayRequestsPage() {
  await requireCaller(links.gatewayRequests());
  return <RequestsScreen />;
}
