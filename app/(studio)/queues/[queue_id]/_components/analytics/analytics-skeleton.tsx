import { Skeleton, TableSkeleton } from "@/app/_ui/feedback/skeleton";

/** The tab's placeholder while its figures load. */
export function AnalyticsSkeleton() {
  return (
    <div className="grid gap-9">
      <div className="grid gap-x-12 gap-y-9 lg:grid-cols-2">
        {["left", "right"].map((side) => (
          <div key={side} className="grid content-start gap-4">
            <Skeleton className="h-4 w-48" />
            {["w-4/5", "w-2/5", "w-1/5", "w-3/5", "w-1/6"].map((width) => (
              <Skeleton key={width} className={`h-3.5 ${width}`} />
            ))}
          </div>
        ))}
      </div>
      <TableSkeleton columns={4} rows={4} />
    </div>
  );
}
