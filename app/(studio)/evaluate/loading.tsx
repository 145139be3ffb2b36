import { PageSkeleton } from "@/app/_ui/feedback/skeleton";

export default function EvaluateLoading() {
  return <PageSkeleton columns={5} />;
}
