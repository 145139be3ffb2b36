"use client";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { Badge } from "@/app/_ui/text/badge";
import { Time } from "@/app/_ui/text/time";
import { UserText } from "@/app/_ui/text/user-text";
import type { Person } from "@/lib/client/mentions";
import { deletePromptComment, editPromptComment } from "@/lib/client/prompts";
import type { PromptComment } from "@/lib/contracts/prompts/comments";
import { CommentForm } from "./comment-form";

interface Props {
  promptId: string;
  comment: PromptComment;
  people: readonly Person[];
  isOwn: boolean;
  mayDelete: boolean;
}

/** One comment, and what its author or an Admin may do with it. */
export function CommentEntry({ promptId, comment, people, isOwn, mayDelete }: Props) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  const { id: comment_id, created_by, created_at, edited_at, version } = comment;
  const address = { prompt_id: promptId, comment_id };
  const actions = [
    ...(isOwn ? [{ label: "Edit", onSelect: () => setOpen("edit") }] : []),
    ...(mayDelete ? [{ label: "Delete…", danger: true, onSelect: () => setOpen("delete") }] : []),
  ];
  return (
    <li className="grid gap-1 rounded-md border border-line px-3 py-2">
      <div className="flex items-center gap-2">
        <span className="font-medium">{created_by.name}</span>
        <span className="text-xs text-soft">
          <Time at={created_at} />
          {edited_at ? ", edited" : ""}
        </span>
        {version ? <Badge>{version}</Badge> : null}
        <span className="flex-1" />
        {actions.length > 0 ? <ActionsMenu of={`the comment by ${created_by.name}`} groups={[actions]} /> : null}
      </div>
      {open === "edit" ? (
        <CommentForm
          label="Change the comment"
          people={people}
          initial={comment.comment}
          save={editPromptComment}
          input={(written) => ({ ...address, ...written })}
          action="Save"
          onClose={close}
        />
      ) : (
        <UserText text={comment.comment} />
      )}
      <ConfirmChange
        open={open === "delete"}
        onClose={close}
        title="Delete the comment?"
        action="Delete comment"
        change={deletePromptComment}
        input={address}
      >
        It cannot be brought back.
      </ConfirmChange>
    </li>
  );
}
