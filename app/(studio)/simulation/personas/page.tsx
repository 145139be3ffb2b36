import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { PersonasScreen } from "./_components/personas-screen";

export const metadata: Metadata = { title: "Personas" };

export default async function PersonasPage() {
  const { role } = await requireCaller(links.personas());
  return <PersonasScreen role={role} />;
}
