import { expect, test } from "vitest";
import { conversations, flaws } from "./conversations";

const words = (text: string) => text.split(/\s+/).length;
const share = (matching: number) => matching / conversations.length;

test("there are at least 64 conversations with unique ids", () => {
  expect(conversations.length).toBeGreaterThanOrEqual(64);
  expect(new Set(conversations.map(({ id }) => id)).size).toBe(conversations.length);
});

test.each(conversations.map((row) => [row.id, row] as const))(
  "%s opens with the message and ends with the reply",
  (_, row) => {
    const roles = row.conversation.map(({ role }) => role);
    expect(roles).toEqual(roles.map((_, index) => (index % 2 === 0 ? "user" : "assistant")));
    expect(row.conversation.length % 2).toBe(0);
    expect(row.conversation[0]?.content).toBe(row.customer_message);
    expect(row.conversation.at(-1)?.content).toBe(row.assistant_reply);
  },
);

test("about 55 % of the replies are good, and every kind of flaw occurs", () => {
  const good = conversations.filter(({ flaw }) => flaw === null);
  expect(share(good.length)).toBeGreaterThan(0.5);
  expect(share(good.length)).toBeLessThan(0.6);
  expect(new Set(conversations.flatMap(({ flaw }) => flaw ?? []))).toEqual(new Set(flaws));
});

test("good replies in chat stay below the shop's 120 words", () => {
  const tooLong = conversations.filter(
    ({ channel, flaw, assistant_reply }) => channel === "chat" && flaw === null && words(assistant_reply) >= 120,
  );
  expect(tooLong.map(({ id }) => id)).toEqual([]);
});

test("policies are a small fixed set, each of one to three sentences", () => {
  const policies = [...new Set(conversations.map(({ policy }) => policy))];
  expect(policies.length).toBeLessThanOrEqual(14);
  for (const policy of policies) expect(policy.match(/\.(?=\s|$)/g)?.length).toBeOneOf([1, 2, 3]);
});

test("the rows differ in length, channel, model and alphabet", () => {
  expect(Math.max(...conversations.map(({ conversation }) => conversation.length))).toBeGreaterThanOrEqual(10);
  expect(Math.max(...conversations.map(({ assistant_reply }) => words(assistant_reply)))).toBeGreaterThanOrEqual(380);
  expect(new Set(conversations.map(({ channel }) => channel)).size).toBe(2);
  expect(new Set(conversations.map(({ model }) => model)).size).toBe(2);
  expect(new Set(conversations.map(({ topic }) => topic)).size).toBe(8);
  for (const script of [/\p{Script=Greek}/u, /\p{Script=Han}/u, /Ł/u, /ễ/u]) {
    expect(conversations.some(({ customer_message }) => script.test(customer_message))).toBe(true);
  }
});
