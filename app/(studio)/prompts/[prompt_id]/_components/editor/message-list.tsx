"use client";
import { Trash2 } from "lucide-react";
import { MoveButtons } from "@/app/_components/move-buttons";
import { useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import { Section } from "@/app/_ui/page/section";
import { newId } from "@/lib/client/outbox/new-id";
import type { EditedMessage, EditorValues, Role } from "./prompt-form";

const roles: { value: Role; label: string }[] = [
  { value: "system", label: "System" },
  { value: "developer", label: "Developer" },
  { value: "user", label: "User" },
  { value: "assistant", label: "Assistant" },
  { value: "placeholder", label: "Placeholder" },
];

/** The messages, in order. Double braces make a variable. */
export function MessageList({ form }: { form: SaveForm<EditorValues> }) {
  const { messages } = form.values;
  const change = (next: EditedMessage[]) => form.set({ messages: next });
  const edit = (at: number, changes: Partial<EditedMessage>) =>
    change(messages.map((message, index) => (index === at ? { ...message, ...changes } : message)));
  const move = (from: number, to: number) => {
    const rest = messages.toSpliced(from, 1);
    const moved = messages[from];
    if (moved) change(rest.toSpliced(to, 0, moved));
  };
  const add = (role: Role, text = "") => change([...messages, { key: newId(), role, text, kept: null }]);
  return (
    <Section title="Messages">
      <ol className="grid gap-3">
        {messages.map((message, index) => (
          <li key={message.key} className="grid gap-2 rounded-lg border border-line p-3">
            <div className="flex items-center gap-1">
              <Select
                aria-label={`Role of message ${index + 1}`}
                className="w-36!"
                value={message.role}
                options={message.kept ? roles.filter(({ value }) => value === message.role) : roles}
                disabled={message.kept !== null}
                onChange={(role) => edit(index, { role, text: role === "placeholder" ? "history" : message.text })}
              />
              <span className="flex-1" />
              <MoveButtons what={`message ${index + 1}`} index={index} count={messages.length} onMove={move} />
              <IconButton
                label={`Remove message ${index + 1}`}
                disabled={messages.length === 1}
                onClick={() => change(messages.toSpliced(index, 1))}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </div>
            <MessageText form={form} message={message} index={index} onText={(text) => edit(index, { text })} />
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => add("user")}>Add message</Button>
        <Button onClick={() => add("placeholder", "history")}>Add placeholder</Button>
      </div>
    </Section>
  );
}

interface TextProps {
  form: SaveForm<EditorValues>;
  message: EditedMessage;
  index: number;
  onText: (text: string) => void;
}

function MessageText({ form, message, index, onText }: TextProps) {
  const { role, text, kept } = message;
  const refusal = useRefusal(form, `content.messages.${index}`);
  if (kept)
    return (
      <p className="text-soft">
        This message has parts or tool calls. It is kept as it is; to change it, save a version over the API.
      </p>
    );
  if (role === "placeholder")
    return (
      <Field label="Name" error={refusal} hint="The caller sends a list of messages under this name.">
        <Input value={text} onChange={(event) => onText(event.target.value)} autoComplete="off" spellCheck={false} />
      </Field>
    );
  return (
    <Field label={`Text of message ${index + 1}`} error={refusal}>
      <Textarea
        value={text}
        placeholder="Write {{name}} where a value belongs."
        onChange={(event) => onText(event.target.value)}
      />
    </Field>
  );
}
