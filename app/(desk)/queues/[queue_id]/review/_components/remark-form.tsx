"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { formKeys } from "../../../../_components/form-keys";
import type { Annotator } from "./compare";
import type { Remark } from "./remarks";

interface Props {
  /** Null if the comment is on the whole item. */
  labelId: string | null;
  annotators: readonly Annotator[];
  verb: string;
  onSend: (remark: Remark) => Promise<void>;
  onClose: () => void;
}

const EVERYBODY = "everybody";

/** A comment to one annotator or to all. */
export function RemarkForm({ labelId, annotators, verb, onSend, onClose }: Props) {
  const [target, setTarget] = useState(EVERYBODY);
  const [comment, setComment] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!comment.trim()) return setProblem("Write a comment first.");
    setBusy(true);
    try {
      await onSend({ labelId, targetId: target === EVERYBODY ? null : target, comment: comment.trim() });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The comment was not sent.");
      setBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the keys of the controls inside
    <div onKeyDown={formKeys(() => void send(), onClose)} className="grid gap-2 rounded-md bg-sunk p-3">
      <textarea
        aria-label="Comment"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the user has just opened this field
        autoFocus
        value={comment}
        placeholder="What should be changed?"
        onChange={(event) => setComment(event.target.value)}
        className="control field-sizing-content max-h-48 min-h-16 resize-none py-1.5"
      />
      {problem ? (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-xs text-faint">To</span>
        <Select
          aria-label="Recipient"
          className="w-44!"
          value={target}
          options={[
            { value: EVERYBODY, label: "Everyone" },
            ...annotators.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setTarget}
        />
        <Button keys="mod+enter" busy={busy} onClick={() => void send()}>
          {verb}
        </Button>
        <Button look="ghost" keys="escape" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
