"use client";
import { toast } from "@/app/_ui/feedback/toast";

/** For the frame of a form that writes a comment. What is being sent is not lost. */
export const commentFrame = (isSending: boolean) => (isSending ? {} : { "data-comment": "" });

/**
 * Before the item is left or decided: a comment that was begun would be lost, and a reply would stay unsent. If there is
 * one, it gets the focus, a message says so, and the answer is true.
 */
export function hasBegunComment(): boolean {
  const fields = document.querySelectorAll<HTMLTextAreaElement>("[data-comment] textarea");
  const begun = [...fields].find(({ value }) => value.trim() !== "");
  if (!begun) return false;
  begun.focus();
  toast.failed({ title: "Send or cancel your comment first", description: "You have not sent it yet." });
  return true;
}
