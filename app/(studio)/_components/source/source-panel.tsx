import { DefinitionList } from "@/app/_ui/definition-list";
import { EmptyState } from "@/app/_ui/empty-state";
import { blockOf, readContent } from "./source-content";
import { SourceField } from "./source-field";

const SHORT = 60;

/** A source, whole: its long fields one under the other, the short ones as a list at the end. */
export function SourcePanel({ content: wire }: { content: Record<string, unknown> }) {
  const content = readContent(wire);
  if (content.kind === "gone") {
    return (
      <EmptyState title="The source of this item was deleted">
        There is nothing left to judge here. Skip the item; its manager can remove it from the queue.
      </EmptyState>
    );
  }
  const fields =
    content.kind === "row"
      ? content.fields
      : Object.entries(content.members).map(([name, value]) => ({
          name,
          text: typeof value === "string" ? value : JSON.stringify(value),
        }));
  const isShort = (text: string | null) => text === null || (text.length <= SHORT && blockOf(text).kind === "text");
  const short = fields.filter((field) => isShort(field.text));
  return (
    <div className="grid gap-5">
      {content.kind === "row" ? (
        <h1 className="-mb-2 text-xs text-faint">
          {content.name} of {content.datasetName}
        </h1>
      ) : null}
      {fields
        .filter((field) => !isShort(field.text))
        .map((field) => (
          <SourceField key={field.name} name={field.name} text={field.text} />
        ))}
      {short.length > 0 ? (
        <div className="border-t border-line pt-4">
          <DefinitionList entries={short.map(({ name, text }) => ({ term: name, value: text?.trim() ? text : "–" }))} />
        </div>
      ) : null}
    </div>
  );
}
