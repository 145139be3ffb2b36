// Turns a script into a graph without a model: its instructions to the agent in order, and its conditions.

import { excerpt } from "@/lib/bounds/excerpt";
import type { GivenGraph } from "@/lib/contracts/simulation/graph";
import { placed } from "./layout";

const MAX_PARTS = 60;
const MAX_NAME = 60;

interface ScriptPart {
  text: string;
  /** When the part is reached, if the script says so. */
  condition: string | null;
}

const MARK = /^\s*(?:#{1,6}\s+|[-*•]\s+|\d+[.)]\s+|(?:step|schritt)\s+\d+\s*[:.)-]\s*)/i;
const CONDITION = /^(?:if|when|in case|unless|otherwise|else)\b\s*([^,:]*)[,:]?\s*(.*)$/i;

/** Parts of a script: its lines, or its paragraphs where it has neither lists nor turns. */
function partsOf(script: string): ScriptPart[] {
  const lines = script.replaceAll("\r\n", "\n").split("\n");
  const hasList = lines.filter((line) => MARK.test(line)).length >= 2 || lines.some((line) => SPEAKER.test(line));
  const passages = hasList ? lines : script.split(/\n\s*\n/);
  return passages
    .map((passage) => passage.replace(MARK, "").replaceAll(/\s+/g, " ").trim())
    .filter((passage) => passage !== "")
    .slice(0, MAX_PARTS)
    .map((text) => {
      const met = CONDITION.exec(text);
      return { text, condition: met ? text.replace(/[,:].*$/, "").trim() : null };
    });
}

const SPEAKER = /^\s*(agent|assistant|bot|representative|customer|user|caller)\s*:/i;

/**
 * One node for each part of the script, in order. Parts that begin with a condition (if, when, otherwise …) branch off
 * the part before them, and join again at the next part without one. Null if nothing can be read.
 */
export function graphOfScript(script: string, name: string): GivenGraph | null {
  const parts = partsOf(script);
  if (parts.length === 0) return null;
  const names = namesOf(parts);
  const nodes = parts.map((part, index) => ({
    name: names[index] ?? "",
    type: "conversation",
    isStart: index === 0,
    prompt: part.text,
  }));
  const edges: { from: string; to: string; condition?: { type: "ai"; prompt: string } }[] = [];
  let open: string[] = [];
  let stem = names[0] ?? "";
  for (const [index, { condition }] of parts.entries()) {
    const to = names[index] ?? "";
    if (index === 0) continue;
    if (condition) {
      edges.push({ from: stem, to, condition: { type: "ai", prompt: condition } });
      open.push(to);
      continue;
    }
    for (const from of open.length > 0 ? open : [stem]) edges.push({ from, to });
    // If no condition is met, the path continues after them.
    if (open.length === 1) edges.push({ from: stem, to, condition: { type: "ai", prompt: "Otherwise" } });
    open = [];
    stem = to;
  }
  const end = endNode(new Set(names));
  for (const from of open.length > 0 ? open : [stem]) edges.push({ from, to: end.name });
  return placed({ name, globalPrompt: "", nodes: [...nodes, end], edges });
}

export function endNode(taken: ReadonlySet<string>) {
  const name = taken.has("End") ? "End of conversation" : "End";
  return { name, type: "tool", isStart: false, tool: { type: "endCall", function: { name: "end_call" } } };
}

function namesOf(parts: readonly ScriptPart[]): string[] {
  const taken = new Set<string>();
  return parts.map(({ text }) => {
    const first = excerpt((text.split(/[.!?:](?:\s|$)/)[0] ?? text).trim() || text, MAX_NAME);
    let name = first;
    for (let number = 2; taken.has(name); number += 1) name = `${first} (${number})`;
    taken.add(name);
    return name;
  });
}
