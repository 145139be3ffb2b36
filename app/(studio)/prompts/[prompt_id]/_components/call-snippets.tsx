"use client";
import { useState } from "react";
import { CopiedCode } from "@/app/_components/copied-text";
import { useOrigin } from "@/app/_components/use-origin";
import { Tabs } from "@/app/_ui/page/tabs";
import type { PromptVersion } from "@/lib/contracts/prompts/shapes";
import { type Snippet, snippetOf } from "./snippets";

const tabs: { value: Snippet; label: string }[] = [
  { value: "curl", label: "curl" },
  { value: "python", label: "Python" },
  { value: "typescript", label: "TypeScript" },
];

/** How an application calls the prompt: by a label of the shown version, else by its number. */
export function CallSnippets({ version }: { version: PromptVersion }) {
  const [shown, setShown] = useState<Snippet>("curl");
  const origin = useOrigin();
  if (version.is_draft) return <p className="text-soft">A draft cannot be called. Commit it first.</p>;
  const [label] = version.labels;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="max-w-2xl text-soft">
        {label
          ? `This calls the version with the label ${label.name}, which is ${version.version} now.`
          : `This calls ${version.version}. Move a label to it, and applications that name the label follow by themselves.`}{" "}
        Put an API key or a gateway key in place of YOUR_KEY.
      </p>
      <Tabs label="Languages" tabs={tabs} value={shown} onChange={setShown}>
        <CopiedCode name="Example" text={snippetOf[shown](origin, version)} label="Copy the example" />
      </Tabs>
    </div>
  );
}
