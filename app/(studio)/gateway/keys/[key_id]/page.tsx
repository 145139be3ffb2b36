import type { Metadata } from "next";
import { KeyScreen } from "../../_components/key-screen";

export const metadata: Metadata = { title: "Gateway key" };

export default async function GatewayKeyPage({ params }: { params: Promise<{ key_id: string }> }) {
  const { key_id } = await params;
  return <KeyScreen keyId={key_id} />;
}
