import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { EditTemplateScreen } from "../../_components/edit-template-screen";

export const metadata: Metadata = { title: "Edit evaluation template" };

export default async function EditTemplatePage({ params }: { params: Promise<{ template_id: string }> }) {
  const { template_id } = await params;
  const { role } = await requireCaller(links.editEvalTemplate(template_id));
  return <EditTemplateScreen templateId={template_id} role={role} />;
}
