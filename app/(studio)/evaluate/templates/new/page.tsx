import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { oneOf } from "@/app/(studio)/_components/address";
import { links } from "@/lib/client/links";
import { NewTemplateScreen } from "../_components/new-template-screen";
import { templateKinds } from "../_components/template-form";

export const metadata: Metadata = { title: "New evaluation template" };

export default async function NewTemplatePage({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const { kind } = await searchParams;
  const chosen = oneOf(templateKinds, String(kind)) ?? "judged";
  const { role } = await requireCaller(links.newEvalTemplate(chosen));
  return <NewTemplateScreen kind={chosen} role={role} />;
}
