import { DefinitionList } from "@/app/_ui/definition-list";
import { EmptyState } from "@/app/_ui/empty-state";
import { blockOf } from "./block";
import { Conversation } from "./conversation";
import { readContent, type Text } from "./source-content";
import { SourceField } from "./source-field";

const SHORT = 60;

/** A source, whole: its long texts one under the other, the short ones and the facts as a list at the end. */
export function SourcePanel({ content: wire }: { content: Record<string, unknown> }) {
  const content = readContent(wire);
  if (content.kind === "gone") {
    return (
      <EmptyState title="The source of this item was deleted">
        There is nothing left to judge here. Skip the item; its manager can remove it from the queue.
      </EmptyState>
    );
  }
  if (content.kind === "session") {
    return (
      <div className="grid gap-5">
        <Title text={content.title} />
        <Conversation turns={content.turns} />
      </div>
    );
  }
  const { title, texts, facts, details } = content;
  const isShort = ({ text }: Text) => text === null || (text.length <= SHORT && blockOf(text).kind === "text");
  // Where there are facts beside them, texts are what is judged, however short.
  const long = facts.length > 0 ? texts : texts.filter((field) => !isShort(field));
  const short = [...texts.filter((field) => !long.includes(field)), ...facts];
  return (
    <div className="grid gap-5">
      {title === null ? null : <Title text={title} />}
      {long.map((field) => (
        <SourceField key={field.name} name={field.name} text={field.text} />
      ))}
      {short.length > 0 ? (
        <div className="border-t border-line pt-4">
          <DefinitionList entries={short.map(({ name, text }) => ({ term: name, value: text?.trim() ? text : "–" }))} />
        </div>
      ) : null}
      {details.map((detail) => (
        <details key={detail.name}>
          <summary className="text-xs font-medium text-faint pointer-coarse:min-h-11">{detail.name}</summary>
          <SourceField name={detail.name} text={detail.text} />
        </details>
      ))}
    </div>
  );
}

const Title = ({ text }: { text: string }) => <h1 className="-mb-2 text-xs wrap-anywhere text-faint">{text}</h1>;
