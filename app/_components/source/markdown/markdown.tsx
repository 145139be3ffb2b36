"use client";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";

const markdown = lazyCode(() => import("./markdown-text").then((module) => module.MarkdownText));

/** Rendered Markdown; plain source text until the renderer has loaded. */
export function Markdown({ text }: { text: string }) {
  const MarkdownText = useLazyCode(markdown);
  if (MarkdownText) return <MarkdownText text={text} />;
  return (
    <div dir="auto" className="whitespace-pre-wrap text-base wrap-anywhere">
      {text}
    </div>
  );
}
