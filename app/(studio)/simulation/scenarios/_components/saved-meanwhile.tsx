import { Status } from "@/app/_ui/status";

/** Said where a draft was begun from something that is not the newest any more. */
export function SavedMeanwhile({ what }: { what: string }) {
  return (
    <p role="status" className="flex flex-wrap gap-x-3 gap-y-1">
      <Status tone="warn" shape="alert">
        Another {what} was saved since you began
      </Status>
      <span className="text-soft">Saving puts yours in its place; discarding shows it.</span>
    </p>
  );
}
