import type { Metadata } from "next";
import { links } from "@/lib/client/links";
import { requireCaller } from "../../_server/session";
import { ImportScreen } from "./_components/import-screen";

export const metadata: Metadata = { title: "Import a dataset" };

export default async function ImportPage() {
  await requireCaller(links.importDataset());
  return <ImportScreen />;
}
