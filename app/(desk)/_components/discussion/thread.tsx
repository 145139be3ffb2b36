"use client";
import { useEffect, useState } from "react";
import { CommentArea, sendingText } from "@/app/_components/comments/comment-area";
import { formKeys, leaving } from "@/app/_components/comments/form-keys";
import { useSaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Time } from "@/app/_ui/text/time";
import { UserText } from "@/app/_ui/text/user-text";
import { useQueuePeople } from "@/lib/client/discussion";
import type { ReviewThread } from "@/lib/contracts/annotation/discussions";
import { handledBy } from "@/lib/rejections";
import { commentFrame } from "./begun-comment";
import { ThreadStatus } from "./thread-status";

/** Replies that are written but not sent, by thread: they are there again when the item is. */
const unsent = new Map<string, string>();

interface Props {
  queueId: string;
  thread: ReviewThread;
  onReply: (comment: string) => Promise<void>;
  /** Absent where the viewer may not decide on the thread. */
  onResolve?: (() => Promise<void>) | undefined;
  onReopen?: (() => Promise<void>) | undefined;
  /** Names the label, where the thread is not shown below it. */
  showLabel?: boolean;
}

/** One discussion thread with its status. */
export function Thread({ queueId, thread, onReply, onResolve, onReopen, showLabel = false }: Props) {
  const [replying, setReplying] = useState(() => unsent.has(thread.id));
  const [hasReplied, setReplied] = useState(false);
  const isResolved = thread.status === "resolved";
  const act = isResolved ? onReopen : onResolve;
  const close = () => {
    unsent.delete(thread.id);
    setReplied(true);
    setReplying(false);
  };
  return (
    <article aria-label={`Thread by ${thread.created_by_name}`} className="rounded-md bg-sunk px-3 py-2">
      <Head thread={thread} showLabel={showLabel} />
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
        <Reply queueId={queueId} threadId={thread.id} onSend={onReply} onClose={close} />
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

/** What the thread is about, to whom it is addressed, and whether it blocks. */
function Head({ thread, showLabel }: Required<Pick<Props, "thread" | "showLabel">>) {
  const about = [
    showLabel ? (thread.label_name ?? "The whole item") : "",
    thread.target_annotator_name ? `to ${thread.target_annotator_name}` : "to everyone",
  ].filter(Boolean);
  return (
    <header className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
      <ThreadStatus status={thread.status} />
      <span>{about.join(", ")}</span>
      {thread.blocking && thread.status !== "resolved" ? <span>must be resolved before approval</span> : null}
    </header>
  );
}

interface ReplyProps {
  queueId: string;
  threadId: string;
  onSend: (comment: string) => Promise<void>;
  onClose: () => void;
}

/** Ctrl or Cmd Enter also sends. */
function Reply({ queueId, threadId, onSend, onClose }: ReplyProps) {
  const form = useSaveForm({
    initial: { comment: unsent.get(threadId) ?? "" },
    save: sendingText("Write a reply first.", onSend),
    onSaved: onClose,
  });
  const { comment } = form.values;
  useEffect(() => {
    if (comment.trim() === "") unsent.delete(threadId);
    else unsent.set(threadId, comment);
  }, [threadId, comment]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the keys of the controls inside
    <div {...commentFrame(form.busy)} onKeyDown={formKeys(form.submit, leaving(onClose))} className="mt-2 grid gap-1.5">
      <CommentArea
        people={useQueuePeople(queueId)}
        form={form}
        label="Reply"
        className="min-h-14"
        // A reply that is there again with its item leaves the focus to the item.
        autoFocus={!unsent.has(threadId)}
      />
      <div className="flex gap-2">
        <Button size="small" busy={form.busy} keys="mod+enter" onClick={form.submit}>
          Send reply
        </Button>
        <Button size="small" look="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
