import { Status } from "@/app/_ui/feedback/status";
import type { SpanStatus as State } from "@/lib/contracts/names";

/** The status of a trace or a span. */
export function SpanStatus({ status, isEnded }: { status: State; isEnded: boolean }) {
  if (!isEnded) {
    return (
      <Status tone="neutral" shape="half">
        Running
      </Status>
    );
  }
  return status === "ERROR" ? (
    <Status tone="bad" shape="alert">
      Error
    </Status>
  ) : (
    <Status tone="good" shape="check">
      OK
    </Status>
  );
}
