import { PageSkeleton } from "@/app/_ui/skeleton";

export default function SettingsLoading() {
  return <PageSkeleton columns={3} rows={4} />;
}
