import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { TemplatesScreen } from "./_components/templates/templates-screen";

export const metadata: Metadata = { title: "Evaluation templates" };

export default async function EvaluationTemplatesPage() {
  await requireCaller(links.evalTemplates());
  return <TemplatesScreen />;
}
