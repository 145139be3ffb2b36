import { Skeleton, TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { PageBody } from "@/app/_ui/page/page-body";

export function QueueSkeleton() {
  return (
    <PageBody>
      <div className="mb-5 grid gap-2 pt-5">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="w-80" />
      </div>
      <div className="mb-4 flex h-9 items-center gap-6 border-b border-line">
        {["w-12", "w-16", "w-12", "w-16", "w-14", "w-14"].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars of a skeleton have no identity
          <Skeleton key={index} className={width} />
        ))}
      </div>
      <TableSkeleton columns={4} />
    </PageBody>
  );
}
