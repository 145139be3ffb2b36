import { PageSkeleton } from "@/app/_ui/feedback/skeleton";

export default function SettingsLoading() {
  return <PageSkeleton columns={3} rows={4} />;
}
