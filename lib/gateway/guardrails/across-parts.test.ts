// What is found across parts is altered as one.
import { describe, expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import { isRecord, recordsIn } from "@/lib/records";
import { sha256 } from "../sha256";
import { key, settings } from "../testing/memory-parts";
import { type Guard, guardAnswer, guardOf, guardRequest } from "./guard";
import { HoldBack } from "./hold-back";
import { surroundings } from "./testing";

const world = { ...surroundings(), report: () => undefined, fired: () => undefined };
const CARD = "4111 1111 1111 1111";
const hashOf = async (text: string) => `[SHA:${(await sha256(text)).slice(0, 8)}]`;

function guardBy(stage: string, remediation: string, entities = ["credit_card"]): Guard {
  const rules = [{ type: "pii-detection", action: "block", stage, config: { entities, remediation } }];
  const all = { key, organization: null, settings: { ...settings, guardrails: guardrails.parse({ rules }) } };
  const guard = guardOf(all, null);
  if (!guard) throw new Error("There are no rules.");
  return guard;
}

const contentOf = (texts: readonly string[]) => texts.map((text) => ({ type: "text", text }));
const textsOf = (message: unknown): unknown[] =>
  recordsIn(isRecord(message) ? message.content : null).map(({ text }) => text);

async function requestWith(guard: Guard, texts: readonly string[]): Promise<unknown[]> {
  const body = { model: "m", messages: [{ role: "user", content: contentOf(texts) }] };
  return textsOf((await guardRequest(body, guard, world)).body.messages[0]);
}

async function answerWith(guard: Guard, texts: readonly string[]): Promise<unknown[]> {
  const answer = { choices: [{ index: 0, message: { role: "assistant", content: contentOf(texts) } }] };
  return textsOf(JSON.parse((await guardAnswer(JSON.stringify(answer), guard, world)).text).choices[0].message);
}

async function streamWith(guard: Guard, texts: readonly string[]): Promise<unknown[]> {
  const holdBack = new HoldBack(guard, world);
  let sent = "";
  for (const part of contentOf(texts))
    sent += await holdBack.take(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: [part] } }] })}`);
  sent += await holdBack.take("data: [DONE]");
  const events = sent.split("\n\n").filter((event) => event.startsWith("data: {"));
  return events.flatMap((event) => textsOf(JSON.parse(event.slice(6)).choices[0].delta));
}

const parts = ["Pay with 4111 1111", " 1111 ", "1111 now"];
const stages = [
  ["pre", requestWith],
  ["post", answerWith],
  ["post", streamWith],
] as const;

describe("a card in several parts has one mark", () => {
  test.each([
    ["mask", async () => "***"],
    ["redact", async () => "[REDACTED:credit_card]"],
    ["hash", () => hashOf(CARD)],
  ])("of %s", async (remediation, mark) => {
    const altered = await mark();
    for (const [stage, textsWith] of stages) {
      const guard = guardBy(stage, remediation);
      expect(await textsWith(guard, ["Pay 4111 1111 ", "1111 1111 now"])).toEqual([`Pay ${altered}`, " now"]);
      if (stage === "post") expect(await textsWith(guard, parts)).toEqual([`Pay with ${altered}`, "", " now"]);
    }
  });

  test("and a text of a request is not left empty, which providers refuse", async () => {
    const [card, mail] = [CARD, "ann@example.com"].map((text) => hashOf(text));
    const guard = guardBy("pre", "hash", ["credit_card", "email"]);
    expect(await requestWith(guard, parts)).toEqual([`Pay with ${await card}`, "***", " now"]);
    expect(await requestWith(guard, ["ann@exam", "ple.com"])).toEqual([await mail, "***"]);
  });

  test("and so has what another finding overlaps", async () => {
    const guard = guardBy("post", "redact", ["credit_card", "phone"]);
    const [first, ...rest] = await answerWith(guard, ["+4915112345678 4111 1111", " 1111 1111"]);
    expect(first).toMatch(/^\[REDACTED:phone\] ?(?:\[REDACTED:credit_card\])?$/);
    expect(rest).toEqual([""]);
  });
});
