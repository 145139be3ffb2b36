"use client";
import { useState } from "react";
import { Conversation } from "@/app/_components/source/conversation";
import { SourceField } from "@/app/_components/source/source-field";
import { quantity } from "@/app/_ui/figure/numbers";
import type { ChatMessage } from "@/lib/chat-messages";
import type { Span } from "@/lib/contracts/traces/traces";
import { conversationOf, textOf } from "./texts";

/** Input and output: as one conversation if they are messages, else each as its text. */
export function SpanContents({ span }: { span: Span }) {
  const conversation = conversationOf(span);
  if (conversation) return <Messages {...conversation} />;
  if (span.input === null && span.output === null)
    return <p className="text-soft">This span has no input or output.</p>;
  return (
    <>
      <SourceField name="Input" text={textOf(span.input)} />
      <SourceField name="Output" text={textOf(span.output)} />
    </>
  );
}

/** Earlier messages of a long conversation are folded: what the model was asked last is read first. */
const LATEST = 6;

function Messages({ before, after }: { before: readonly ChatMessage[]; after: readonly ChatMessage[] }) {
  const [isWhole, setWhole] = useState(false);
  const folded = isWhole ? 0 : Math.max(0, before.length - LATEST);
  return (
    <section aria-label="Conversation" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {folded > 0 ? (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="reach justify-self-start text-xs text-accent hover:underline"
        >
          Show {quantity(folded, "earlier message")}
        </button>
      ) : null}
      <Conversation turns={before.slice(folded)} />
      <h3 className="border-t border-line pt-3 text-xs font-medium text-faint">Output</h3>
      {after.length > 0 ? <Conversation turns={after} /> : <p className="text-soft">No output was recorded.</p>}
    </section>
  );
}

/** What else the application sent with the span. */
export const SpanDetails = ({ span }: { span: Span }) => (
  <div className="grid gap-1">
    <Details name="Attributes" value={span.attributes} />
    <Details name="Resource" value={span.resource} />
    <Details name="Events" value={span.events} />
    <Details name="Links" value={span.links} />
  </div>
);

function Details({ name, value }: { name: string; value: object }) {
  if (Object.keys(value).length === 0) return null;
  return (
    <details>
      <summary className="text-xs font-medium text-faint pointer-coarse:min-h-11 pointer-coarse:py-3">{name}</summary>
      <SourceField name={name} text={JSON.stringify(value)} />
    </details>
  );
}
