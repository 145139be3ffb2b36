"use client";
import { Refusal, useFormField } from "@/app/_form/fields";
import type { Save, SaveForm } from "@/app/_form/use-save-form";
import { classNames } from "@/app/_ui/class-names";

interface Comment {
  comment: string;
}

/** Sends a form's comment, which must not be blank. The form shows why it was not sent, and its text stays. */
export const sendingText = (blank: string, send: (comment: string) => Promise<void>): Save<Comment, void> => ({
  mutationFn: async (values) => {
    const comment = values.comment.trim();
    if (comment === "") throw new Error(blank);
    await send(comment);
  },
});

interface Props {
  form: SaveForm<Comment>;
  label: string;
  placeholder?: string;
  className: string;
}

/** Where a comment is written, and why it was not sent. */
export function CommentArea({ form, label, placeholder, className }: Props) {
  const { error, ...field } = useFormField({ form, name: "comment" });
  return (
    <>
      <textarea
        {...field}
        aria-label={label}
        placeholder={placeholder}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the user has just opened this field
        autoFocus
        className={classNames("control field-sizing-content max-h-48 resize-none py-1.5", className)}
      />
      <Refusal text={error ?? form.problem} />
    </>
  );
}
