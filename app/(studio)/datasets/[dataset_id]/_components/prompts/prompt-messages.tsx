"use client";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import { type PromptDraft, type Role, roles, withVariable } from "./prompt-draft";

type Message = PromptDraft["messages"][number];

interface Props {
  messages: PromptDraft["messages"];
  onChange: (messages: PromptDraft["messages"]) => void;
  /** Column names that messages can use. */
  columns: readonly string[];
  error: string | undefined;
}

const words: Record<Role, string> = { system: "System", user: "User", assistant: "Assistant" };
const MOST = 50;
/** How many columns get a button; others are typed. */
const OFFERED = 30;

/** The messages sent to the model for each row. A column is inserted at the last cursor position. */
export function PromptMessages({ messages, onChange, columns, error }: Props) {
  const fields = useRef<(HTMLTextAreaElement | null)[]>([]);
  const last = useRef(0);
  const change = (at: number, message: Partial<Message>) =>
    onChange(messages.map((old, index) => (index === at ? { ...old, ...message } : old)));
  const insert = (name: string) => {
    const at = Math.min(last.current, messages.length - 1);
    const field = fields.current[at];
    if (!field) return;
    const { text, cursor } = withVariable(field.value, name, field.selectionStart, field.selectionEnd);
    // The cursor can move behind the variable only after the text is rendered.
    flushSync(() => change(at, { content: text }));
    field.focus();
    field.setSelectionRange(cursor, cursor);
  };
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 font-medium">Prompt for each row</legend>
      {messages.map((message, at) => (
        <MessageFields
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their position
          key={at}
          message={message}
          position={at + 1}
          fieldRef={(field) => {
            fields.current[at] = field;
          }}
          onFocus={() => {
            last.current = at;
          }}
          error={at === messages.length - 1 ? error : undefined}
          onChange={(changes) => change(at, changes)}
          onRemove={messages.length > 1 ? () => onChange(messages.filter((_, index) => index !== at)) : null}
        />
      ))}
      <Variables names={columns.slice(0, OFFERED)} onInsert={insert} />
      <div>
        <Button
          size="small"
          disabled={messages.length >= MOST}
          onClick={() => onChange([...messages, { role: "user", content: "" }])}
        >
          Add message
        </Button>
      </div>
    </fieldset>
  );
}

interface MessageProps {
  message: Message;
  /** From 1. */
  position: number;
  fieldRef: (field: HTMLTextAreaElement | null) => void;
  onFocus: () => void;
  error: string | undefined;
  onChange: (changes: Partial<Message>) => void;
  /** Null for the only message. */
  onRemove: (() => void) | null;
}

/** The role and the text of a message. */
function MessageFields({ message, position, fieldRef, onFocus, error, onChange, onRemove }: MessageProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center justify-between gap-2">
        <Select
          aria-label={`Role of message ${position}`}
          className="w-36!"
          value={message.role}
          options={roles.map((value) => ({ value, label: words[value] }))}
          onChange={(role) => onChange({ role })}
        />
        {onRemove ? (
          <Button size="small" look="ghost" aria-label={`Remove message ${position}`} onClick={onRemove}>
            Remove
          </Button>
        ) : null}
      </div>
      <Field label={`Message ${position}`} error={error}>
        <Textarea
          ref={fieldRef}
          className="font-mono text-xs"
          maxLength={100_000}
          value={message.content}
          onFocus={onFocus}
          onChange={(event) => onChange({ content: event.target.value })}
        />
      </Field>
    </div>
  );
}

const Variables = ({ names, onInsert }: { names: readonly string[]; onInsert: (name: string) => void }) => (
  <div className="flex flex-wrap items-center gap-1.5">
    <span className="text-xs text-faint">Insert a column</span>
    {names.map((name) => (
      <Button key={name} size="small" aria-label={`Insert ${name}`} onClick={() => onInsert(name)}>
        <span className="max-w-40 truncate font-mono">{`{{${name}}}`}</span>
      </Button>
    ))}
  </div>
);
