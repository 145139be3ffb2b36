import { expect, test } from "vitest";
import type { Turn } from "../../conversation/rules/turn";
import { agentRoleFaults, repeatedAnswer } from "./agent-faults";

const turnOf = (content: string, number: number): Turn => {
  const role = number % 2 === 0 ? "user" : "assistant";
  return { number, role, content, messages: [{ role, content }], scripted: false, ends: false };
};

test.each([
  ["Japanese", "申し訳ございませんが、お荷物の状況を確認できません。", ["荷物はどこですか。", "いつ届きますか。"]],
  ["Chinese", "抱歉，我现在无法查询您的包裹状态，请稍后再试。", ["我的包裹在哪里？", "什么时候到？"]],
])(
  "an agent that repeats itself in %s has a fault, and so has one that repeats the customer",
  (_, answer, questions) => {
    const turns = [questions[0] ?? "", answer, questions[1] ?? "", answer].map(turnOf);
    expect(repeatedAnswer(turns)).toMatchObject([{ kind: "agent_repetition", evidence: { turn: 3 } }]);
    const [question, echo] = [turnOf(answer, 0), turnOf(answer, 1)];
    expect(agentRoleFaults(echo, question, undefined)).toMatchObject([{ kind: "agent_role_break" }]);
  },
);
