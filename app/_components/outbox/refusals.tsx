"use client";
import { Button } from "@/app/_ui/button/button";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { Status } from "@/app/_ui/feedback/status";
import { links } from "@/lib/client/links";
import type { KeptEntry } from "@/lib/client/outbox/entry";
import { Line } from "./line";
import { countText } from "./notice";
import { useDesktop } from "./outbox-provider";

interface Props {
  refused: readonly KeptEntry[];
  /** Opens the item on the current desk; false if it belongs to another queue. */
  onOpen: ((entry: KeptEntry) => boolean) | undefined;
}

/** Submits and skips that the server refused for good. Each can be opened with its values, or discarded. */
export function Refusals({ refused, onOpen }: Props) {
  const { outbox } = useDesktop();
  const heading = `${countText(refused)} ${refused.length === 1 ? "was" : "were"} refused`;
  return (
    <section aria-label={heading} className="max-h-40 overflow-y-auto bg-bad-wash">
      <Line className="pb-0 font-medium">
        <Status tone="bad" shape="alert">
          {heading}
        </Status>
      </Line>
      <ul>
        {refused.map((entry) => (
          <li key={entry.mutationId}>
            <Line className="">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-medium">{entry.title}</span>: {entry.refusal}
              </span>
              <a
                className={buttonClasses({ size: "small" })}
                href={links.desk(entry.queueId, entry.itemId)}
                onClick={(event) => {
                  if (onOpen?.(entry)) event.preventDefault();
                }}
              >
                Open
              </a>
              <Button size="small" look="ghost" onClick={() => void outbox.discard(entry.order)}>
                Discard
              </Button>
            </Line>
          </li>
        ))}
      </ul>
    </section>
  );
}
