import type { Metadata } from "next";
import { KeysScreen } from "./_components/keys-screen";

export const metadata: Metadata = { title: "Gateway keys" };

export default function GatewayKeysPage() {
  return <KeysScreen />;
}
