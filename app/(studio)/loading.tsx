import { PageSkeleton } from "@/app/_ui/feedback/skeleton";
import { PageBody } from "@/app/_ui/page/page-body";

export default function StudioLoading() {
  return (
    <PageBody>
      <PageSkeleton columns={4} />
    </PageBody>
  );
}
