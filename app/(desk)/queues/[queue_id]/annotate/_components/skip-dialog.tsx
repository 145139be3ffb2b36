"use client";
import { type KeyboardEvent, useEffect, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Dialog } from "@/app/_ui/overlay/dialog";

interface Props {
  /** The item for which the dialog was opened; null while it is closed. */
  skippingId: string | null;
  /** The item on the screen. It can change by itself: another annotator got it, or an undo was answered. */
  shownId: string | undefined;
  onClose: () => void;
  onSkip: (reason: string) => void;
}

/** Asks for an optional reason; Enter skips. The dialog and its reason end with the item for which it was opened. */
export function SkipDialog({ skippingId, shownId, onClose, onSkip }: Props) {
  const [reason, setReason] = useReason(shownId);
  const open = skippingId !== null && skippingId === shownId;
  useEffect(() => {
    if (skippingId !== null && !open) onClose();
  });
  const skip = () => {
    // A dialog that fades out still takes keys. They are not for the next item.
    if (!open) return;
    onClose();
    onSkip(reason);
    setReason("");
  };
  const skipOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // By the time the browser acts on the key, the next item's first option has the focus, and would be pressed.
    event.preventDefault();
    skip();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="small"
      title="Skip this item"
      description="The item does not count as answered. You can come back to it at the end."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" keys="enter" onClick={skip}>
            Skip
          </Button>
        </>
      }
    >
      <ReasonField value={reason} onChange={setReason} onKeyDown={skipOnEnter} />
    </Dialog>
  );
}

interface FieldProps {
  value: string;
  onChange: (reason: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function ReasonField({ value, onChange, onKeyDown }: FieldProps) {
  return (
    <label className="grid gap-1">
      <span className="flex justify-between">
        <span className="font-medium">Reason</span>
        <span className="text-xs text-faint">Optional</span>
      </span>
      <input
        value={value}
        dir="auto"
        maxLength={2000}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder="e.g. Not in a language I read"
        className="control"
      />
    </label>
  );
}

/** What is written as the reason. Another item begins without one. */
function useReason(itemId: string | undefined) {
  const [written, setWritten] = useState({ itemId, reason: "" });
  const write = (reason: string) => setWritten({ itemId, reason });
  return [written.itemId === itemId ? written.reason : "", write] as const;
}
