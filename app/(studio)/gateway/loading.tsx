import { PageSkeleton } from "@/app/_ui/feedback/skeleton";

export default function GatewayLoading() {
  return <PageSkeleton columns={5} />;
}
