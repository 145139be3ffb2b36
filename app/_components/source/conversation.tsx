"use client";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { classNames } from "@/app/_ui/class-names";
import { UserText } from "@/app/_ui/text/user-text";
import type { ChatMessage, ToolCall } from "@/lib/chat-messages";
import { blockOf } from "./block";
import { filesIn } from "./files/file-in";
import { SourceFiles } from "./files/source-files";
import { Folded } from "./folded";
import { foldedTurns } from "./folded-turns";
import { Markdown } from "./markdown/markdown";
import { partsOf } from "./media";

/** Turns as bubbles, as in every chat: the user on the right, the assistant on the left, the rest full width. */
export function Conversation({ turns }: { turns: readonly ChatMessage[] }) {
  const [open, setOpen] = useState(false);
  const last = useRef<HTMLLIElement>(null);
  const { first, folded } = foldedTurns(turns.length);
  const isFolded = folded > 0 && !open;
  return (
    <div className="grid gap-3">
      {folded > 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint tabular-nums">
          {turns.length} turns
          <TextButton onClick={() => last.current?.scrollIntoView({ block: "nearest" })}>
            Jump to the last turn
          </TextButton>
        </p>
      ) : null}
      <ol className="grid gap-3">
        {turns.map((turn, index) => {
          if (isFolded && index === first)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: turns have no identity but their position
              <li key={index} className="border-y border-dashed border-line py-2 text-center">
                <TextButton onClick={() => setOpen(true)}>Show {folded} more turns</TextButton>
              </li>
            );
          if (isFolded && index > first && index < first + folded) return null;
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          return <Turn key={index} turn={turn} element={index === turns.length - 1 ? last : undefined} />;
        })}
      </ol>
    </div>
  );
}

const TextButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="rounded-sm text-xs text-accent hover:underline pointer-coarse:min-h-11"
  >
    {children}
  </button>
);

function Turn({ turn, element }: { turn: ChatMessage; element: RefObject<HTMLLIElement | null> | undefined }) {
  return (
    <li ref={element} className={classNames("grid gap-1", sideOf(turn.role))}>
      <span className="text-xs text-faint">{turn.role}</span>
      <div className={classNames("rounded-lg px-3 py-2 text-base", bubbleOf(turn.role))}>
        {turn.reasoning ? <Aside summary="Reasoning" text={turn.reasoning} /> : null}
        <TurnText text={turn.text} media={turn.media} />
        {turn.calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no identity but their position
          <Aside key={index} summary={`Calls ${call.name ?? "a tool"}`} text={inputText(call)} />
        ))}
      </div>
    </li>
  );
}

const sideOf = (role: string): string => {
  if (role === "user") return "ml-10 justify-items-end";
  return role === "assistant" ? "mr-10 justify-items-start" : "";
};

const bubbleOf = (role: string): string => {
  if (role === "user") return "bg-hover";
  return role === "assistant" ? "border border-line bg-raised" : "border border-dashed border-line text-soft";
};

function TurnText({ text, media }: { text: string; media: readonly string[] | undefined }) {
  return partsOf(text, media).map((part, index) => {
    // Parts have no identity but their position.
    const key = `${index} ${part.kind}`;
    return part.kind === "media" ? <Media key={key} {...part} /> : <PlainText key={key} text={part.text} />;
  });
}

function PlainText({ text }: { text: string }) {
  const block = blockOf(text);
  if (block.kind === "empty") return null;
  return (
    <Folded length={text.length}>
      {block.kind === "markdown" ? <Markdown text={text} /> : <UserText text={text} className="text-base" />}
    </Folded>
  );
}

/** An image, a recording or a PDF file; its name alone if the message does not say where it is. */
function Media({ name, address }: { name: string; address: string }) {
  const files = address ? filesIn(address, name.toLowerCase()) : null;
  if (files) return <SourceFiles name={name} files={files} />;
  return (
    <p className="my-1 w-fit rounded-md border border-dashed border-edge px-3 py-2 text-sm text-soft">
      {name}, not loaded
    </p>
  );
}

/** Reasoning and tool calls, folded beside what was written. */
const Aside = ({ summary, text }: { summary: string; text: string }) => (
  <details className="mt-1 text-xs">
    <summary className="text-soft">{summary}</summary>
    <pre className="mt-1 overflow-x-auto rounded-md bg-sunk p-2 font-mono whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
  </details>
);

/** The arguments of a call, indented where they are JSON. */
function inputText({ input }: ToolCall): string {
  if (typeof input !== "string") return JSON.stringify(input, null, 2);
  try {
    return JSON.stringify(JSON.parse(input), null, 2);
  } catch {
    return input;
  }
}
