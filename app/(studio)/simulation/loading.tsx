import { Skeleton, TableSkeleton } from "@/app/_ui/feedback/skeleton";

export default function SimulationLoading() {
  return (
    <>
      <div className="mb-5 grid gap-2 pt-1.5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="w-72" />
      </div>
      <TableSkeleton columns={5} />
    </>
  );
}
