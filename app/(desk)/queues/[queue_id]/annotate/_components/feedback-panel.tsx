"use client";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import type { ItemDetail } from "@/lib/contracts/annotation/annotating";

const threads = lazyCode(() => import("./feedback-threads").then((module) => module.FeedbackThreads), true);

/** What reviewers said of the annotator's work on an item. Most items come without, and without its code. */
export function FeedbackPanel({ detail }: { detail: ItemDetail }) {
  const Threads = useLazyCode(threads, detail.review_threads.length > 0);
  return Threads && detail.review_threads.length > 0 ? <Threads detail={detail} /> : null;
}
