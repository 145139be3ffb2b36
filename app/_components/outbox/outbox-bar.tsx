"use client";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import { links } from "@/lib/client/links";
import type { KeptEntry } from "@/lib/client/outbox/entry";
import { Line } from "./line";
import { type Notice, noticeOf, refusedOf } from "./notice";
import { useOutbox } from "./outbox-provider";

interface Props {
  /** Why the desk cannot load the next items. */
  trouble?: string | null;
  /** Opens a refused item on the current desk; false if it belongs to another queue. */
  onOpen?: ((entry: KeptEntry) => boolean) | undefined;
  /** What happens to the work on this screen without a network, if not what the desk does. */
  offline?: string;
}

const refusals = lazyCode(() => import("./refusals").then((module) => module.Refusals), true);

const looks: Record<Notice["kind"], { tone: Tone; shape: Shape; wash: string }> = {
  away: { tone: "warn", shape: "alert", wash: "bg-warn-wash" },
  signedOut: { tone: "warn", shape: "alert", wash: "bg-warn-wash" },
  trouble: { tone: "warn", shape: "alert", wash: "bg-warn-wash" },
  sent: { tone: "good", shape: "check", wash: "bg-good-wash" },
};

/** Says that the browser is offline and how much waits, when it was sent, and what was refused. Empty while all is well. */
export function OutboxBar({ trouble = null, onOpen, offline }: Props) {
  const state = useOutbox();
  const notice = noticeOf(state, trouble, offline);
  const refused = refusedOf(state.entries);
  const Refusals = useLazyCode(refusals, refused.length > 0);
  return (
    <>
      <div role="status">{notice ? <NoticeLine notice={notice} /> : null}</div>
      {Refusals && refused.length > 0 ? <Refusals refused={refused} onOpen={onOpen} /> : null}
    </>
  );
}

function NoticeLine({ notice: { kind, text } }: { notice: Notice }) {
  const { tone, shape, wash } = looks[kind];
  return (
    <Line className={wash}>
      <Status tone={tone} shape={shape} className="min-w-0 whitespace-normal!">
        {text}
      </Status>
      {kind === "signedOut" ? (
        <a
          href={links.signIn(typeof window === "undefined" ? undefined : location.pathname + location.search)}
          className={buttonClasses({ size: "small" })}
        >
          Sign in
        </a>
      ) : null}
    </Line>
  );
}
