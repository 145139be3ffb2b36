import { expect, test } from "vitest";
import { dispositionOf } from "./respond";

test.each([
  ["queue_1-2_annotations.csv", 'attachment; filename="queue_1-2_annotations.csv"'],
  ["Chats 2026-11-26.csv", "attachment; filename=\"Chats_2026-11-26.csv\"; filename*=UTF-8''Chats%202026-11-26.csv"],
  ["Ünï (a).csv", "attachment; filename=\"_n___a_.csv\"; filename*=UTF-8''%C3%9Cn%C3%AF%20%28a%29.csv"],
  ['a/b"\r\n.csv', "attachment; filename=\"a_b___.csv\"; filename*=UTF-8''a_b%22__.csv"],
])("the Content-Disposition of %j", (name, header) => {
  expect(dispositionOf(name)).toBe(header);
});
