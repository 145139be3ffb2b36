import { Skeleton } from "@/app/_ui/feedback/skeleton";

export const Loading = ({ name }: { name: string }) => (
  <div role="status">
    <span className="sr-only">Loading {name}</span>
    <Skeleton className="h-40 w-full" />
  </div>
);
