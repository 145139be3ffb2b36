"use client";
import { useState } from "react";
import { CommentArea, sendingText } from "@/app/_components/comments/comment-area";
import { formKeys, leaving } from "@/app/_components/comments/form-keys";
import { useSaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { useQueuePeople } from "@/lib/client/discussion";
import { commentFrame } from "../../../../_components/discussion/begun-comment";
import type { Annotator } from "./compare";
import type { Remark } from "./remarks";
import { useReviewedItem } from "./reviewed-item";

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
  const { viewer } = useReviewedItem();
  const [target, setTarget] = useState(EVERYBODY);
  const form = useSaveForm({
    initial: { comment: "" },
    save: sendingText("Write a comment first.", (comment) =>
      onSend({ labelId, targetId: target === EVERYBODY ? null : target, comment }),
    ),
    onSaved: onClose,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the keys of the controls inside
    <div
      {...commentFrame(form.busy)}
      onKeyDown={formKeys(form.submit, leaving(onClose))}
      className="grid gap-2 rounded-md bg-sunk p-3"
    >
      <CommentArea
        people={useQueuePeople(viewer.queueId)}
        form={form}
        label="Comment"
        placeholder="What should be changed? Type @ to mention people in the queue."
        className="min-h-16"
      />
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
        <Button keys="mod+enter" busy={form.busy} onClick={form.submit}>
          {verb}
        </Button>
        <Button look="ghost" {...(form.values.comment.trim() ? {} : { keys: "escape" })} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
