import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { ImportScreen } from "./_components/import-screen";

export const metadata: Metadata = { title: "Import a dataset" };

export default async function ImportPage() {
  await requireCaller(links.importDataset());
  return <ImportScreen />;
}
