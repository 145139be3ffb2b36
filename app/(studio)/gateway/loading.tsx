import { PageSkeleton } from "@/app/_ui/skeleton";

export default function GatewayLoading() {
  return <PageSkeleton columns={5} />;
}
