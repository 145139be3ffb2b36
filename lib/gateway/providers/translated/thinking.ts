// How much a Claude thinks: as its effort says from version 4.6 on, and within a budget before that.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord } from "@/lib/records";

type Effort = "low" | "medium" | "high" | "xhigh" | "max";

/** Whether the answer has the thoughts. */
type Shown = { display?: "omitted" | "summarized" };

export interface Thinking {
  thinking?: ({ type: "adaptive" } & Shown) | { type: "enabled"; budgetTokens: number };
  effort?: Effort;
}

/** Tokens of thought for OpenAI's words of effort. */
const BUDGETS = new Map([
  ["minimal", 1024],
  ["low", 1024],
  ["medium", 8192],
  ["high", 24_576],
]);
/** Anthropic takes no smaller one. */
const LEAST_BUDGET = 1024;
/** For efforts above OpenAI's. */
const MOST_ROOM = 49_152;
const EFFORTS = new Map<string, Effort>([
  ["minimal", "low"],
  ["low", "low"],
  ["medium", "medium"],
  ["high", "high"],
  ["xhigh", "xhigh"],
  ["max", "max"],
]);
/** The first version that decides by itself how much it thinks. Later ones refuse a budget. */
const ADAPTIVE = 406;
const VERSION = /claude-(?:[a-z]+-)?(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/;
/** An id without a version. */
const LATER = /claude-mythos/;

/** Of any id of a Claude, such as Bedrock's: 406 for 4.6, and 0 if it is not known. */
function versionOf(model: string): number {
  const [, major, minor] = VERSION.exec(model) ?? [];
  if (major === undefined) return LATER.test(model) ? Number.POSITIVE_INFINITY : 0;
  return Number(major) * 100 + Number(minor ?? 0);
}

/** Anthropic's own `thinking` counts before OpenAI's `reasoning_effort`. */
export function thinkingOf(body: ChatBody, model: string, limit: number | undefined): Thinking {
  const type = isRecord(body.thinking) ? body.thinking.type : undefined;
  const word = typeof body.reasoning_effort === "string" ? body.reasoning_effort : "";
  if (type === undefined && word === "") return {};
  const version = versionOf(model);
  const takesBudget = version < ADAPTIVE || (version === ADAPTIVE && type === "enabled");
  return takesBudget ? withinBudget(body, limit) : adaptive(body, version, effortOf(word, version));
}

/** Tokens that adaptive thoughts get beside an answer without a limit. A budget is added by the SDK. */
export const roomOf = ({ thinking, effort = "high" }: Thinking): number =>
  thinking?.type === "adaptive" ? (BUDGETS.get(effort) ?? MOST_ROOM) : 0;

/** 4.6 has no `xhigh`. */
const effortOf = (word: string, version: number): Effort | undefined =>
  word === "xhigh" && version === ADAPTIVE ? "high" : EFFORTS.get(word);

/** A forced tool leaves no room for thoughts, but has an effort. Later versions than 4.6 show no thoughts by themselves. */
function adaptive({ thinking, tool_choice: choice }: ChatBody, version: number, effort: Effort | undefined): Thinking {
  const { type, display } = isRecord(thinking) ? thinking : {};
  const thinks = type === undefined ? effort !== undefined : type === "adaptive" || type === "enabled";
  const shown: Shown = version > ADAPTIVE ? { display: display === "omitted" ? "omitted" : "summarized" } : {};
  return {
    ...(thinks && !isForced(choice) ? { thinking: { type: "adaptive", ...shown } } : {}),
    ...(effort === undefined ? {} : { effort }),
  };
}

/** Within a turn, Anthropic wants earlier thoughts back, with signatures that a chat does not carry. */
function withinBudget(body: ChatBody, limit: number | undefined): Thinking {
  const budget = budgetOf(body);
  if (budget === undefined || isForced(body.tool_choice) || isWithinTurn(body.messages)) return {};
  const room = limit === undefined ? Number.POSITIVE_INFINITY : roomWithin(limit, body);
  return room < LEAST_BUDGET ? {} : { thinking: { type: "enabled", budgetTokens: Math.min(budget, room) } };
}

/** An effort leaves half of the answer for its text; a client that states a budget has made room itself. */
const roomWithin = (limit: number, { thinking }: ChatBody): number =>
  isRecord(thinking) ? limit - 1 : Math.floor(limit / 2);

/** The SDK adds a budget to the limit, which includes it for the client and for the hold. */
export const withoutBudget = (limit: number, { thinking }: Thinking): number =>
  thinking?.type === "enabled" ? limit - thinking.budgetTokens : limit;

/** Tokens of thought: those of `thinking`, otherwise those of `reasoning_effort`. */
export function budgetOf({ thinking, reasoning_effort: effort }: ChatBody): number | undefined {
  const { type, budget_tokens: budget } = isRecord(thinking) ? thinking : {};
  if (type === "enabled") return typeof budget === "number" ? budget : undefined;
  if (type === "disabled" || typeof effort !== "string") return undefined;
  return BUDGETS.get(effort === "xhigh" ? "high" : effort);
}

const isForced = (choice: unknown): boolean => choice === "required" || isRecord(choice);

/** Whether the conversation ends with results of tools, even if more text follows them. */
function isWithinTurn(messages: ChatBody["messages"]): boolean {
  let isAfterUser = false;
  for (const { role } of messages.toReversed()) {
    if (role === "tool") return true;
    if (role === "user") isAfterUser = true;
    if (role === "assistant" && isAfterUser) return false;
  }
  return false;
}
