"use client";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Dialog } from "@/app/_ui/overlay/dialog";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSkip: (reason: string) => void;
}

/** Asks for an optional reason; Enter skips. */
export function SkipDialog({ open, onOpenChange, onSkip }: Props) {
  const [reason, setReason] = useState("");
  const skip = () => {
    onOpenChange(false);
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
      onOpenChange={onOpenChange}
      size="small"
      title="Skip this item"
      description="The item does not count as answered. You can come back to it at the end."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button look="primary" keys="enter" onClick={skip}>
            Skip
          </Button>
        </>
      }
    >
      <label className="grid gap-1">
        <span className="flex justify-between">
          <span className="font-medium">Reason</span>
          <span className="text-xs text-faint">Optional</span>
        </span>
        <input
          value={reason}
          dir="auto"
          maxLength={2000}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={skipOnEnter}
          placeholder="e.g. Not in a language I read"
          className="control"
        />
      </label>
    </Dialog>
  );
}
