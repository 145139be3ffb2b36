import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { SessionsScreen } from "./_components/sessions-screen";

export const metadata: Metadata = { title: "Sessions" };

export default async function SessionsPage() {
  await requireCaller(links.tracedSessions());
  return <SessionsScreen />;
}
