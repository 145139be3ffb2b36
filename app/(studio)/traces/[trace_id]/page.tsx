import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { TraceScreen } from "./_components/trace-screen";

export const metadata: Metadata = { title: "Trace" };

export default async function TracePage({ params }: { params: Promise<{ trace_id: string }> }) {
  const { trace_id } = await params;
  await requireCaller(links.trace(trace_id));
  return <TraceScreen traceId={trace_id} />;
}
