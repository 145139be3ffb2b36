import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { KeyScreen } from "../../_components/key-screen";

export const metadata: Metadata = { title: "Gateway key" };

export default async function GatewayKeyPage({ params }: { params: Promise<{ key_id: string }> }) {
  const { key_id } = await params;
  await requireCaller(links.gatewayKey(key_id));
  return <KeyScreen keyId={key_id} />;
}
