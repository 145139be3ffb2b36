"use client";
import { useState } from "react";
import type { Value } from "@/app/_components/label-field/form-label";
import { LabelField } from "@/app/_components/label-field/label-field";
import { SourceTextsProvider } from "@/app/_components/label-field/spans/source-texts";
import { Markdown } from "@/app/_components/source/markdown/markdown";
import { SourcePanel } from "@/app/_components/source/source-panel";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import type { SourceLayout } from "@/lib/contracts/annotation/queues/shapes";

interface Props {
  /** The first source; null while none is chosen. */
  content: Record<string, unknown> | null;
  /** Why there is no source to show. */
  absence: string;
  layout: SourceLayout | null;
  labels: readonly ItemLabel[];
  instructions: string;
}

const nothing = {};

/** The desk as annotators will see it, with the first item. It can be tried out; nothing is sent. */
export function DeskPreview({ content, absence, layout, labels, instructions }: Props) {
  const [values, setValues] = useState<Record<string, Value>>({});
  return (
    <section aria-label="Preview" className="min-w-0 rounded-lg border border-line">
      <header className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line bg-sunk px-4 text-xs text-faint">
        <h2 className="mr-auto font-medium">As annotators will see it</h2>
        <span>Try it: nothing is sent.</span>
      </header>
      <SourceTextsProvider content={content ?? nothing} hasSlots={content !== null}>
        <ScrollRegion label="First item" className="max-h-[50vh] overflow-y-auto p-4">
          {content ? (
            <SourcePanel key={String(layout?.shows_expected)} content={content} layout={layout} labels={labels} />
          ) : (
            <p className="text-soft">{absence}</p>
          )}
        </ScrollRegion>
        <div className="border-t border-line px-4">
          {labels.length === 0 ? <p className="py-3 text-soft">Labels that you choose appear here.</p> : null}
          <div className="-ml-4 divide-y divide-line">
            {labels.map((label) => (
              <LabelField
                // Drawn again when its answers change, because the old answer may not be one of them.
                key={`${label.label_id} ${JSON.stringify(label.settings)}`}
                label={label}
                value={values[label.label_id] ?? null}
                onChange={(value) => setValues((before) => ({ ...before, [label.label_id]: value }))}
              />
            ))}
          </div>
        </div>
      </SourceTextsProvider>
      {instructions.trim() === "" ? null : (
        <details className="border-t border-line px-4 py-2">
          <summary className="text-xs font-medium text-faint pointer-coarse:min-h-11 pointer-coarse:py-3">
            Instructions
          </summary>
          <Markdown text={instructions} />
        </details>
      )}
    </section>
  );
}
