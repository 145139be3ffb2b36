import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { PlaygroundScreen } from "./_components/playground-screen";

export const metadata: Metadata = { title: "Evaluation playground" };

export default async function PlaygroundPage({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const { template } = await searchParams;
  const { role, userId } = await requireCaller(links.playground(typeof template === "string" ? { template } : {}));
  return <PlaygroundScreen role={role} userId={userId} />;
}
