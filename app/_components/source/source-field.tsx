"use client";
import { useState } from "react";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { classNames } from "@/app/_ui/class-names";
import { Missing } from "@/app/_ui/feedback/missing";
import { Linked, UserText } from "@/app/_ui/text/user-text";
import { type Block, blockOf } from "./block";
import { Conversation } from "./conversation";
import { SourceFiles } from "./files/source-files";
import { Folded } from "./folded";
import { Markdown } from "./markdown/markdown";

// Short texts can be selected and copied; on a touch screen their button would be larger than the text.
const WORTH_COPYING = 200;

interface Props {
  name: string;
  text: string | null;
  /** The type of the row's column. */
  columnType?: string | undefined;
  /** Puts the name beside the text if there is room, else above it. */
  isBeside?: boolean;
}

/** One field of a source with its name, formatted or raw. */
export function SourceField({ name, text, columnType, isBeside = false }: Props) {
  const [raw, setRaw] = useState(false);
  const block = blockOf(text, columnType);
  const formatted = block.kind !== "text" && block.kind !== "empty";
  const isLong = (text?.length ?? 0) > WORTH_COPYING;
  return (
    <section
      aria-label={name}
      className={classNames(
        "group grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2",
        isBeside && "@lg:grid-cols-[8.5rem_minmax(0,1fr)_3.5rem] @lg:gap-x-4",
      )}
    >
      <h2 dir="auto" className="pt-1 text-xs font-medium text-faint wrap-anywhere">
        {name}
      </h2>
      <span
        className={classNames(
          "flex items-center justify-end gap-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100",
          isBeside && "@lg:order-last",
          formatted || isLong ? "min-h-7 pointer-coarse:-my-2.5" : "pointer-coarse:hidden",
        )}
      >
        {formatted ? (
          <button
            type="button"
            aria-pressed={raw}
            onClick={() => setRaw(!raw)}
            className="h-7 rounded-sm px-1 text-xs text-faint hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            {raw ? "Formatted" : "Raw"}
          </button>
        ) : null}
        {text ? <CopyButton text={text} label={`Copy ${name}`} /> : null}
      </span>
      <div className={classNames("col-span-2 min-w-0", isBeside && "@lg:col-span-1")}>
        {raw ? (
          <UserText text={text ?? ""} className="text-base" />
        ) : (
          <Shown name={name} block={block} length={text?.length ?? 0} />
        )}
      </div>
    </section>
  );
}

function Shown({ name, block, length }: { name: string; block: Block; length: number }) {
  switch (block.kind) {
    case "empty":
      return <Missing reason="This field is empty" />;
    case "files":
      return <SourceFiles name={name} files={block.files} />;
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
          <UserText text={block.text} className="text-base" />
        </Folded>
      );
    case "json":
      return (
        <Folded length={length}>
          <pre className="overflow-x-auto rounded-md border border-line bg-sunk p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            <Linked text={JSON.stringify(block.value, null, 2)} />
          </pre>
        </Folded>
      );
  }
}
