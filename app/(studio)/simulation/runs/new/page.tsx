import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { NewRunScreen } from "../_components/editor/new-run-screen";

export const metadata: Metadata = { title: "New test run" };

export default async function NewRunPage() {
  const { role } = await requireCaller(links.newRun());
  return <NewRunScreen role={role} />;
}
