import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { CallScreen } from "../../_components/call/call-screen";

export const metadata: Metadata = { title: "Call" };

export default async function CallPage({ params }: { params: Promise<{ call_id: string }> }) {
  const { call_id } = await params;
  const { role } = await requireCaller(links.call(call_id));
  return <CallScreen callId={call_id} role={role} />;
}
