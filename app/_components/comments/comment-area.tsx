"use client";
import { useId, useRef } from "react";
import { Refusal, useFormField } from "@/app/_form/fields";
import type { Save, SaveForm } from "@/app/_form/use-save-form";
import { classNames } from "@/app/_ui/class-names";
import { SuggestionList } from "@/app/_ui/control/suggestion-list";
import { quantity } from "@/app/_ui/figure/numbers";
import type { Person } from "@/lib/client/mentions";
import { useMentions } from "./use-mentions";

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
  /** Who can be mentioned. */
  people: readonly Person[];
  form: SaveForm<Comment>;
  label: string;
  placeholder?: string;
  className: string;
  /** False if the user has not just opened the field. */
  autoFocus?: boolean;
}

/** Where a comment is written, and why it was not sent. "@" offers people. */
export function CommentArea({ people, form, label, placeholder, className, autoFocus = true }: Props) {
  const { error, ref, ...field } = useFormField({ form, name: "comment" });
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions({ area, value: field.value, onChange: field.onChange, people });
  const { offered, isShown, at } = mentions;
  return (
    <div className="relative grid">
      <textarea
        {...field}
        ref={(element) => {
          ref(element);
          area.current = element;
        }}
        onChange={(event) => {
          field.onChange(event);
          mentions.follow(event.target.value, event.target.selectionStart);
        }}
        onBlur={mentions.close}
        onKeyDown={mentions.onKeyDown}
        aria-autocomplete="list"
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={at === null ? undefined : `${id}-${at}`}
        aria-label={label}
        placeholder={placeholder}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the user has just opened this field
        autoFocus={autoFocus}
        className={classNames("control field-sizing-content max-h-48 resize-none py-1.5", className)}
      />
      {isShown ? (
        <SuggestionList id={id} offered={offered} at={at} onPoint={mentions.point} onChoose={mentions.choose} />
      ) : null}
      <p role="status" className="sr-only">
        {isShown
          ? `${quantity(offered.length, "person", "people")} to mention: ${offered.slice(0, 3).join(", ")}`
          : null}
      </p>
      <Refusal text={error ?? form.problem} />
    </div>
  );
}
