import { expect, test } from "vitest";
import { isRepeat, wordsIn } from "./texts";

test.each([
  ["Don't worry, it's No. 4711!", ["don't", "worry", "it's", "no", "4711"]],
  ["Wo ist mein Paket?", ["wo", "ist", "mein", "paket"]],
  ["내 소포는 어디에 있습니까", ["내", "소포는", "어디에", "있습니까"]],
  ["お荷物 ABC 4711", ["荷物", "abc", "4711"]],
])("%s has these words", (text, words) => expect(wordsIn(text)).toEqual(words));

test.each([
  "申し訳ございませんが、お荷物の状況を確認できません。",
  "抱歉，我现在无法查询您的包裹状态。",
  "ขออภัย ฉันไม่สามารถตรวจสอบพัสดุของคุณได้",
])("%s is long enough to be a repetition", (text) => {
  expect(wordsIn(text).length).toBeGreaterThanOrEqual(4);
  expect(isRepeat(text, text)).toBe(true);
});

test.each(["はい", "好的", "ครับ", "かしこまりました", "ありがとうございます", "承知いたしました"])(
  "%s is a short agreement",
  (text) => expect(isRepeat(text, text)).toBe(false),
);
