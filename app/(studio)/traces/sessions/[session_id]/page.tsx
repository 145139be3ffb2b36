import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { SessionScreen } from "./_components/session-screen";

export const metadata: Metadata = { title: "Session" };

export default async function SessionPage({ params }: { params: Promise<{ session_id: string }> }) {
  const { session_id } = await params;
  await requireCaller(links.tracedSession(session_id));
  return <SessionScreen sessionId={session_id} />;
}
