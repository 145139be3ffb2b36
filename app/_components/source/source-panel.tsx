import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Conversation } from "./conversation";
import { type Detail, readContent } from "./source-content";
import { SourceField } from "./source-field";

/** A whole source: its texts in their own order, which is the same for every item of a dataset, then the facts as a list. */
export function SourcePanel({ content: wire }: { content: Record<string, unknown> }) {
  const content = readContent(wire);
  if (content.kind === "gone") {
    return (
      <EmptyState title="The source of this item was deleted">
        There is nothing to annotate. Skip the item; a manager can remove it from the queue.
      </EmptyState>
    );
  }
  if (content.kind === "session") {
    return (
      <div className="grid gap-5">
        <Title text={content.title} />
        <Conversation turns={content.turns} />
        <Details details={content.details} />
      </div>
    );
  }
  const { title, texts, facts, details } = content;
  return (
    // Names are beside the texts where the panel is wide enough, whatever is around it.
    <div className="@container grid gap-4">
      {title === null ? null : <Title text={title} />}
      {texts.map((field) => (
        <SourceField key={field.name} name={field.name} text={field.text} isBeside />
      ))}
      {facts.length > 0 ? (
        <div className="border-t border-line pt-4">
          <DefinitionList entries={facts.map(({ name, text }) => ({ term: name, value: text }))} />
        </div>
      ) : null}
      <Details details={details} />
    </div>
  );
}

const Details = ({ details }: { details: readonly Detail[] }) =>
  details.map((detail) => (
    <details key={detail.name}>
      <summary className="text-xs font-medium text-faint pointer-coarse:min-h-11 pointer-coarse:py-3">
        {detail.name}
      </summary>
      <div className="grid gap-3">
        {detail.texts.map(({ name, text }) => (
          <SourceField key={name} name={name} text={text} />
        ))}
      </div>
    </details>
  ));

const Title = ({ text }: { text: string }) => (
  <h1 dir="auto" className="text-xs wrap-anywhere text-faint">
    {text}
  </h1>
);
