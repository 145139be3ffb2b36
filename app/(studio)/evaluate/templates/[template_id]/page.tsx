import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { TemplateScreen } from "./_components/template-screen";

export const metadata: Metadata = { title: "Evaluation template" };

export default async function EvaluationTemplatePage({ params }: { params: Promise<{ template_id: string }> }) {
  const { template_id } = await params;
  await requireCaller(links.evalTemplate(template_id));
  return <TemplateScreen templateId={template_id} />;
}
