"use client";
import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";

interface Props {
  name: string;
  value: string;
  /** The answer needs a note: the field stays open. */
  required?: boolean;
  onChange: (value: string) => void;
}

/** A note field, shown as a small button until a note is added or required. */
export function NoteField({ name, value, required = false, onChange }: Props) {
  const [open, setOpen] = useState(value !== "");
  if (!open && !required && value === "") {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-6 w-fit items-center gap-1.5 rounded-sm text-xs text-faint hover:text-ink pointer-coarse:min-h-11"
      >
        <MessageSquarePlus aria-hidden="true" className="size-3.5" />
        {name}
      </button>
    );
  }
  return (
    <textarea
      aria-label={name}
      dir="auto"
      aria-required={required}
      data-required-note={required || undefined}
      placeholder={required ? `${name} (required)` : name}
      value={value}
      // biome-ignore lint/a11y/noAutofocus: the user has just opened this field
      autoFocus={open && value === ""}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => setOpen(value !== "")}
      className="control field-sizing-content max-h-48 min-h-8 resize-none py-1.5"
    />
  );
}
