import { PageBody } from "@/app/_ui/page-body";
import { Skeleton, TableSkeleton } from "@/app/_ui/skeleton";

/** The shape that pages of the studio have in common: title, one line, a table. */
export default function StudioLoading() {
  return (
    <PageBody>
      <div className="mb-5 grid gap-2 pt-1.5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="w-72" />
      </div>
      <TableSkeleton columns={4} />
    </PageBody>
  );
}
