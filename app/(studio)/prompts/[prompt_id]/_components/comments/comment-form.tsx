"use client";
import { CommentArea } from "@/app/_components/comments/comment-area";
import { formKeys, leaving } from "@/app/_components/comments/form-keys";
import { type Save, useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { mentionedIn, type Person } from "@/lib/client/mentions";

interface Written {
  comment: string;
  mentioned_user_ids: string[];
}

interface Props<Input> {
  label: string;
  people: readonly Person[];
  save: Save<Input, unknown> & { mutationFn: (input: Input) => Promise<unknown> };
  /** What the operation takes. */
  input: (written: Written) => Input;
  initial?: string;
  action: string;
  onClose: () => void;
}

/** Where a comment is written. Ctrl or Cmd Enter also sends. */
export function CommentForm<Input>({ label, people, save, input, initial = "", action, onClose }: Props<Input>) {
  const form = useSaveForm({
    initial: { comment: initial },
    save: withInput(save, ({ comment }: { comment: string }) =>
      input({ comment, mentioned_user_ids: mentionedIn(comment, people) }),
    ),
    onSaved: onClose,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the keys of the controls inside
    <div onKeyDown={formKeys(form.submit, leaving(onClose))} className="grid gap-2 rounded-md border border-line p-3">
      <CommentArea
        people={people}
        form={form}
        label={label}
        placeholder="Type @ to mention people in the organization."
        className="min-h-16"
      />
      <div className="flex flex-wrap gap-2">
        <Button keys="mod+enter" busy={form.busy} onClick={form.submit}>
          {action}
        </Button>
        <Button look="ghost" {...(form.values.comment.trim() ? {} : { keys: "escape" })} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
