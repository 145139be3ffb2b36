// Test turns for the fault rules: one file per language, with planted faults and harmless turns.
import { readFileSync } from "node:fs";
import type { FaultKind } from "@/lib/contracts/simulation/call-names";
import type { Turn } from "../../../conversation/rules/turn";
import type { Conversation } from "../conversation";

export interface LabelledTurn {
  language: string;
  /** The planted fault; null in a harmless turn. */
  fault: FaultKind | null;
  conversation: Conversation;
  text: string;
}

export const languagesOfTurns = ["en", "es", "de", "fr", "pt", "it", "ja", "pl"] as const;

const kinds: Record<string, FaultKind | null> = {
  "-": null,
  role_break: "role_break",
  goal_drift: "goal_drift",
  repetition: "repetition",
  early_stop: "early_stop",
  notice: "rate_limit_as_answer",
};

/**
 * A line is `fault | what the agent says | what the customer says | ends`. `^` begins, `=` repeats the opening, `∅`
 * hangs up.
 */
export function labelledTurns(language: (typeof languagesOfTurns)[number]): LabelledTurn[] {
  const lines = readFileSync(new URL(`./${language}.txt`, import.meta.url), "utf8").split("\n");
  const header = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  return lines
    .filter((line) => line.includes(" | "))
    .map((line) => {
      const [kind = "", agent = "", customer = "", end] = line.replaceAll("\\n", "\n").split(" | ");
      const fault = kinds[kind];
      if (fault === undefined) throw new Error(`No fault has the name ${kind}: ${line}`);
      const reply = customer === "=" ? header("opening") : customer;
      const ends = end === "ends";
      const turns = [
        ...(agent === "^" ? [] : [turn("user", header("opening")), turn("assistant", agent)]),
        ...(reply === "" || reply === "∅" ? [] : [turn("user", reply, ends)]),
      ].map((one, number) => ({ ...one, number }));
      const instructions = { text: header("told"), persona: header("language") };
      return { language, fault, text: `${agent} | ${reply}`, conversation: conversationOf(turns, ends, instructions) };
    });
}

const turn = (role: Turn["role"], content: string, ends = false): Turn => ({
  number: 0,
  role,
  content,
  messages: [{ role, content }],
  scripted: false,
  ends,
});

const conversationOf = (
  turns: Turn[],
  ends: boolean,
  instructions: { text: string; persona: string },
): Conversation => ({
  turns,
  cause: ends ? "customer_ended" : "max_turns",
  knownFacts: instructions.text,
  situation: instructions.text,
  language: instructions.persona,
  // The harder case: something expected has not happened.
  isUnfinished: true,
});
