import { Skeleton } from "@/app/_ui/feedback/skeleton";

/** The desk's shape: source at the left, form at the right. */
export function DeskSkeleton() {
  return (
    <div role="status" className="flex h-dvh flex-col">
      <span className="sr-only">Loading</span>
      <div className="flex h-12 items-center gap-4 border-b border-line px-4">
        <Skeleton className="w-40" />
        <Skeleton className="ml-auto w-32" />
      </div>
      <ItemSkeleton />
    </div>
  );
}

export function ItemSkeleton() {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[3fr_2fr] stacked:grid-cols-1">
      <div className="grid content-start gap-6 p-6">
        {["w-3/4", "w-2/3", "w-4/5"].map((width) => (
          <div key={width} className="grid gap-2">
            <Skeleton className="h-2.5 w-20" />
            <Skeleton className={width} />
            <Skeleton className="w-1/2" />
          </div>
        ))}
      </div>
      <div className="grid content-start gap-8 border-l border-line p-6 stacked:border-l-0">
        {["w-24", "w-32", "w-20"].map((width) => (
          <div key={width} className="grid gap-3">
            <Skeleton className={width} />
            <Skeleton className="h-8 w-64" />
          </div>
        ))}
      </div>
    </div>
  );
}
