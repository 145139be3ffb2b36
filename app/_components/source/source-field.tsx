"use client";
import { useState } from "react";
import { CopyButton } from "@/app/_ui/copy-button";
import { Markdown } from "@/app/_ui/markdown";
import { Missing } from "@/app/_ui/missing";
import { type Block, blockOf } from "./block";
import { Conversation } from "./conversation";
import { Folded } from "./folded";
import { PlainText } from "./plain-text";

/** One field of a source under its name, shown as what it is, or raw. */
export function SourceField({ name, text }: { name: string; text: string | null }) {
  const [raw, setRaw] = useState(false);
  const block = blockOf(text);
  const formatted = block.kind !== "text" && block.kind !== "empty";
  return (
    <section aria-label={name} className="group">
      <div className="mb-1 flex h-7 items-center gap-2">
        <h2 className="text-xs font-medium text-faint">{name}</h2>
        <span className="flex items-center gap-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          {formatted ? (
            <button
              type="button"
              aria-pressed={raw}
              onClick={() => setRaw(!raw)}
              className="rounded-sm px-1 text-xs text-faint hover:text-ink pointer-coarse:min-h-11"
            >
              {raw ? "Formatted" : "Raw"}
            </button>
          ) : null}
          {text ? <CopyButton text={text} label={`Copy ${name}`} /> : null}
        </span>
      </div>
      {raw ? <PlainText text={text ?? ""} /> : <Shown block={block} length={text?.length ?? 0} />}
    </section>
  );
}

function Shown({ block, length }: { block: Block; length: number }) {
  switch (block.kind) {
    case "empty":
      return <Missing reason="This field is empty" />;
    case "conversation":
      return <Conversation turns={block.turns} />;
    case "markdown":
      return (
        <Folded length={length}>
          <Markdown text={block.text} />
        </Folded>
      );
    case "text":
      return (
        <Folded length={length}>
          <PlainText text={block.text} />
        </Folded>
      );
    case "json":
      return (
        <Folded length={length}>
          <pre className="overflow-x-auto rounded-md border border-line bg-sunk p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(block.value, null, 2)}
          </pre>
        </Folded>
      );
  }
}
