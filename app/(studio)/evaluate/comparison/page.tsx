import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { ComparisonScreen } from "./_components/comparison-screen";

export const metadata: Metadata = { title: "Comparison of runs" };

export default async function ComparisonPage() {
  await requireCaller(links.compareEvalRuns());
  return <ComparisonScreen />;
}
