"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Time } from "@/app/_ui/text/time";
import { UserText } from "@/app/_ui/text/user-text";
import type { ReviewThread } from "@/lib/contracts/annotation/discussions";
import { handledBy } from "@/lib/rejections";
import { formKeys } from "../form-keys";
import { ThreadStatus } from "./thread-status";

interface Props {
  thread: ReviewThread;
  onReply: (comment: string) => Promise<void>;
  /** Absent where the viewer may not decide on the thread. */
  onResolve?: (() => Promise<void>) | undefined;
  onReopen?: (() => Promise<void>) | undefined;
  /** Names the label, where the thread is not shown below it. */
  showLabel?: boolean;
}

/** One discussion thread with its status. */
export function Thread({ thread, onReply, onResolve, onReopen, showLabel = false }: Props) {
  const [replying, setReplying] = useState(false);
  const [hasReplied, setReplied] = useState(false);
  const isResolved = thread.status === "resolved";
  const about = [
    showLabel ? (thread.label_name ?? "The whole item") : "",
    thread.target_annotator_name ? `to ${thread.target_annotator_name}` : "to everyone",
  ].filter(Boolean);
  const act = isResolved ? onReopen : onResolve;
  return (
    <article aria-label={`Thread by ${thread.created_by_name}`} className="rounded-md bg-sunk px-3 py-2">
      <header className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
        <ThreadStatus status={thread.status} />
        <span>{about.join(", ")}</span>
        {thread.blocking && !isResolved ? <span>must be resolved before approval</span> : null}
      </header>
      <ol className="mt-1 grid gap-1.5">
        {thread.comments.map((comment) => (
          <li key={comment.id}>
            <span className="text-xs text-faint">
              <span className="font-medium text-soft">{comment.reviewer_name}</span> <Time at={comment.created_at} />
            </span>
            <UserText text={comment.comment} />
          </li>
        ))}
      </ol>
      {replying ? (
        <Reply
          onSend={onReply}
          onClose={() => {
            setReplied(true);
            setReplying(false);
          }}
        />
      ) : (
        <div className="mt-1 -ml-2 flex gap-1">
          <Button look="ghost" size="small" autoFocus={hasReplied} onClick={() => setReplying(true)}>
            Reply
          </Button>
          {act ? (
            <Button
              look="ghost"
              size="small"
              onClick={() => void act().catch(handledBy("the thread list, which shows it"))}
            >
              {isResolved ? "Reopen" : "Resolve"}
            </Button>
          ) : null}
        </div>
      )}
    </article>
  );
}

/** Ctrl or Cmd Enter also sends. If sending fails, the text stays. */
function Reply({ onSend, onClose }: { onSend: (comment: string) => Promise<void>; onClose: () => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!text.trim()) return setProblem("Write a reply first.");
    setBusy(true);
    try {
      await onSend(text.trim());
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The reply was not sent.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-2 grid gap-1.5">
      <textarea
        aria-label="Reply"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the user has just opened this field
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={formKeys(() => void send(), onClose)}
        className="control field-sizing-content max-h-48 min-h-14 resize-none py-1.5"
      />
      {problem ? (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button size="small" busy={busy} keys="mod+enter" onClick={() => void send()}>
          Send reply
        </Button>
        <Button size="small" look="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
