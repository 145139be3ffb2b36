import { PageBody } from "@/app/_ui/page-body";
import { PageSkeleton } from "@/app/_ui/skeleton";

export default function StudioLoading() {
  return (
    <PageBody>
      <PageSkeleton columns={4} />
    </PageBody>
  );
}
