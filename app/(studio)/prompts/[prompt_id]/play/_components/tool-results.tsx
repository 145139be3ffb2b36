"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Textarea } from "@/app/_ui/control/textarea";
import type { ToolCall } from "@/lib/client/prompts/play";
import type { PromptChatMessage } from "@/lib/contracts/prompts/content";
import { type RecordedResult, recordedFor } from "./tools";

interface Props {
  calls: readonly ToolCall[];
  recorded: readonly RecordedResult[];
  onSend: (results: readonly string[]) => void;
}

/** Where a person answers for the tools that the model has called. */
export function ToolResults({ calls, recorded, onSend }: Props) {
  const known = calls.map((call) => recordedFor(call, recorded));
  const [results, setResults] = useState<readonly string[]>(() => known.map((one) => (one?.isSame ? one.result : "")));
  const set = (index: number, text: string) => setResults(results.with(index, text));
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(results);
      }}
    >
      {calls.map((call, index) => (
        <div key={call.id || index} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <Field label={`Result of ${call.name}`} hint={<CallText call={call} />}>
            <Textarea value={results[index] ?? ""} onChange={(event) => set(index, event.target.value)} />
          </Field>
          <Recorded found={known[index] ?? null} onUse={(text) => set(index, text)} />
        </div>
      ))}
      <Button type="submit" className="w-fit">
        Continue
      </Button>
    </form>
  );
}

const CallText = ({ call }: { call: ToolCall }) => (
  <code className="font-mono text-xs wrap-anywhere">{call.arguments || "{}"}</code>
);

function Recorded({ found, onUse }: { found: ReturnType<typeof recordedFor>; onUse: (text: string) => void }) {
  if (!found) return null;
  return (
    <Button size="small" className="w-fit" onClick={() => onUse(found.result)}>
      {found.isSame ? "Use the recorded result" : "Use a result recorded for other arguments"}
    </Button>
  );
}

/** What tools were called before the answer, and what they gave. */
export function ToolTurns({ turns }: { turns: readonly PromptChatMessage[] }) {
  const results = turns.filter(({ role }) => role === "tool");
  if (results.length === 0) return null;
  return (
    <ul aria-label="Results of tools" className="grid gap-1 text-xs text-soft">
      {results.map(({ tool_call_id, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: providers may repeat ids of calls in later turns
        <li key={index} className="wrap-anywhere">
          <span className="font-medium">{toolNamed(turns, tool_call_id)}</span>: {String(content ?? "")}
        </li>
      ))}
    </ul>
  );
}

function toolNamed(turns: readonly PromptChatMessage[], id: string | undefined): string {
  const calls = turns.flatMap(({ tool_calls }) => tool_calls ?? []);
  const called = calls.findLast((call) => call.id === id)?.function;
  return called && typeof called === "object" && "name" in called ? String(called.name) : "Tool";
}
