"use client";
import { useState } from "react";
import { classNames } from "@/app/_ui/class-names";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import type { ItemAt } from "@/lib/client/queues/media";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import type { SourceLayout } from "@/lib/contracts/annotation/queues/shapes";
import { SpanSlot } from "../label-field/spans/source-texts";
import { Conversation } from "./conversation";
import { transcriptIn } from "./files/file-in";
import { ItemFilesProvider } from "./files/item-files";
import { asidesIn, type Placed, type PlacedField, placed, textsIn } from "./layout";
import { Outputs } from "./outputs";
import { markedFields, pairsOf, unnamedFields } from "./pairs";
import { type Detail, readContent } from "./source-content";
import { SourceField } from "./source-field";

interface Props {
  content: Record<string, unknown>;
  /** The queue's layout; null for the source's own. */
  layout: SourceLayout | null;
  /** The labels that are answered about it; outputs that they compare are shown without names. */
  labels?: readonly ItemLabel[];
  /** Whose source it is; without it, files from elsewhere are not loaded. */
  item?: ItemAt;
}

const noLabels: readonly ItemLabel[] = [];

/** A whole source as the queue lays it out, the same for every item: what is judged, its context, facts and details. */
export function SourcePanel({ content: wire, layout, labels = noLabels, item }: Props) {
  const content = readContent(wire);
  if (content.kind === "gone") {
    return (
      <EmptyState title="The source of this item was deleted">
        There is nothing to annotate. Skip the item; a manager can remove it from the queue.
      </EmptyState>
    );
  }
  const texts = [...textsIn(content), ...asidesIn(content)];
  const transcript = transcriptIn(texts);
  const leftOut = new Set([...unnamedFields(labels), ...(transcript ? [transcript.name] : [])]);
  const { main, ...beside } = placed(content, layout, leftOut);
  const pairs = pairsOf(labels, texts);
  return (
    <ItemFilesProvider item={item ?? null} segments={transcript?.segments ?? null}>
      {/* Names are beside the texts where the panel is wide enough, whatever is around it. */}
      <div className={classNames("@container grid", content.kind === "session" ? "gap-5" : "gap-4")}>
        {content.title === null ? null : <Title text={content.title} />}
        {content.kind === "session" ? <Conversation turns={content.turns} /> : null}
        <Fields fields={main} />
        {markedFields(labels).map((field) => (
          <SpanSlot key={field} field={field} />
        ))}
        {pairs.map((pair) => (
          <Outputs key={pair.outputs.map(({ name }) => name).join(" ")} pair={pair} />
        ))}
        <Beside {...beside} showsExpected={layout?.shows_expected ?? false} />
      </div>
    </ItemFilesProvider>
  );
}

function Beside({
  context,
  expected,
  facts,
  details,
  showsExpected,
}: Omit<Placed, "main"> & { showsExpected: boolean }) {
  return (
    <>
      {expected.length > 0 ? <Expected fields={expected} shown={showsExpected} /> : null}
      {context.length > 0 ? (
        <section aria-label="To look things up" className="grid gap-4 border-t border-line pt-4">
          <Fields fields={context} />
        </section>
      ) : null}
      {facts.length > 0 ? (
        <div className="border-t border-line pt-4">
          <DefinitionList entries={facts.map(({ name, text }) => ({ term: name, value: text }))} />
        </div>
      ) : null}
      <Details details={details} />
    </>
  );
}

/** Half fields are side by side if there is room; then their names are above them. */
function Fields({ fields }: { fields: readonly PlacedField[] }) {
  if (fields.length === 0) return null;
  return (
    <div className="grid gap-4 @2xl:grid-cols-2 @2xl:gap-x-6">
      {fields.map(({ field, name, text, columnType, isHalf }) => (
        <div key={field} className={classNames("min-w-0", !isHalf && "@2xl:col-span-2")}>
          <SourceField name={name} text={text} columnType={columnType} isBeside={!isHalf} />
        </div>
      ))}
    </div>
  );
}

/** The expected answer, closed until the annotator opens it, unless the queue shows it. */
function Expected({ fields, shown }: { fields: readonly PlacedField[]; shown: boolean }) {
  const [open, setOpen] = useState(shown);
  if (shown) return <Fields fields={fields} />;
  return (
    <div className="grid gap-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="w-fit rounded-sm text-xs text-accent hover:underline pointer-coarse:min-h-11"
      >
        {open ? "Hide the expected answer" : "Show the expected answer"}
      </button>
      {open ? <Fields fields={fields} /> : null}
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
