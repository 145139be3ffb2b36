import { Skeleton } from "@/app/_ui/feedback/skeleton";

/** A placeholder for a form's fields while it loads. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div role="status" className="grid max-w-md gap-4">
      <span className="sr-only">Loading</span>
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields of a skeleton have no id
        <div key={index} className="grid gap-2">
          <Skeleton className="w-24" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
