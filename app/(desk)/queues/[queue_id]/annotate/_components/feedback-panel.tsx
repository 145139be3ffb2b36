"use client";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";

const threads = lazyCode(() => import("./feedback-threads").then((module) => module.FeedbackThreads), true);

/** Reviewers' feedback on the annotator's work. Most items have none, so its code is loaded only when needed. */
export function FeedbackPanel({ detail }: { detail: ItemDetail }) {
  const Threads = useLazyCode(threads, detail.review_threads.length > 0);
  return Threads && detail.review_threads.length > 0 ? <Threads detail={detail} /> : null;
}
