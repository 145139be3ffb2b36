import { LinkButton } from "@/app/_ui/button/link-button";
import { Status } from "@/app/_ui/feedback/status";
import { links } from "@/lib/client/links";

/** The id of the text that explains a disabled "Activate". */
export const ASKS_NOTHING = "asks-nothing";

/** Why a queue cannot be activated yet, with a link to fix it. */
export function AsksNothing({ queueId }: { queueId: string }) {
  return (
    <div
      id={ASKS_NOTHING}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line px-4 py-3"
    >
      <Status tone="warn" shape="alert" className="min-w-0 flex-1 basis-64 gap-2! whitespace-normal!">
        The queue has no labels, so there is nothing to answer. Add one before you activate it.
      </Status>
      <LinkButton href={links.queue(queueId, "labels")}>Add labels</LinkButton>
    </div>
  );
}
