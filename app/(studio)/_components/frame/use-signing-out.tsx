"use client";
import { type ReactNode, useState } from "react";
import { countText } from "@/app/_components/outbox/notice";
import { useOutbox } from "@/app/_components/outbox/outbox-provider";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { isWaiting } from "@/lib/client/outbox/entry";
import { useSignOut } from "./use-account";

/** Signs out; first asks, if answers wait to be sent. The question must be on the page. */
export function useSigningOut(): { signOut: () => void; question: ReactNode } {
  const signOut = useSignOut();
  const { entries } = useOutbox();
  const waiting = entries.filter(isWaiting);
  const [asking, setAsking] = useState(false);
  return {
    signOut: () => (waiting.length > 0 ? setAsking(true) : void signOut()),
    question: (
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Sign out while ${countText(waiting)} ${waiting.length === 1 ? "waits" : "wait"}?`}
        action="Sign out"
        danger={false}
        onConfirm={signOut}
      >
        Unsent answers stay in this browser, hidden from others. They are sent when you sign in here again.
      </ConfirmDialog>
    ),
  };
}
