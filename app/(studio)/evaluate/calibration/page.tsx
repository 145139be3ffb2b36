import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { CalibrationsScreen } from "./_components/calibrations-screen";

export const metadata: Metadata = { title: "Calibration" };

export default async function CalibrationsPage() {
  await requireCaller(links.calibrations());
  return <CalibrationsScreen />;
}
