import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { UserScreen } from "./_components/user-screen";

export const metadata: Metadata = { title: "User" };

export default async function UserPage({ searchParams }: { searchParams: Promise<Record<string, string | string[]>> }) {
  const { project, user } = await searchParams;
  await requireCaller(links.tracedUser(String(project ?? ""), String(user ?? "")));
  return <UserScreen />;
}
