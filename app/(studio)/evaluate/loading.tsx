import { PageSkeleton } from "@/app/_ui/skeleton";

export default function EvaluateLoading() {
  return <PageSkeleton columns={5} />;
}
