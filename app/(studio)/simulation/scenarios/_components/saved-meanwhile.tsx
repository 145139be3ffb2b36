import { Status } from "@/app/_ui/feedback/status";

/** Warns that a draft is based on an outdated version. */
export function SavedMeanwhile({ what }: { what: string }) {
  return (
    <p role="status" className="flex flex-wrap gap-x-3 gap-y-1">
      <Status tone="warn" shape="alert">
        A newer {what} was saved since you started
      </Status>
      <span className="text-soft">Overwrite it with yours, or discard yours to see it.</span>
    </p>
  );
}
