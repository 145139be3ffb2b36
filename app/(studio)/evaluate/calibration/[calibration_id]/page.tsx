import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { CalibrationScreen } from "../_components/calibration-screen";

export const metadata: Metadata = { title: "Calibration" };

export default async function CalibrationPage({ params }: { params: Promise<{ calibration_id: string }> }) {
  const { calibration_id } = await params;
  await requireCaller(links.calibration(calibration_id));
  return <CalibrationScreen id={calibration_id} />;
}
