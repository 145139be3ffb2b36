import { expect, test } from "vitest";
import { filesIn, segmentAt, segmentsIn, transcriptIn } from "./file-in";

const PNG = "data:image/png;base64,iVBORw0KGgo=";

test.each([
  ["https://cdn.example.com/a/photo.PNG?size=2", undefined, "image"],
  ["http://cdn.example.com/call.mp3", undefined, "audio"],
  ["https://cdn.example.com/report.pdf#page=2", undefined, "pdf"],
  ["https://cdn.example.com/image/42", "image", "image"],
  ["https://cdn.example.com/clip", "audio", "audio"],
  [PNG, undefined, "image"],
  ["data:audio/wav;base64,UklGRg==", undefined, "audio"],
  ["data:application/pdf;base64,JVBERg==", undefined, "pdf"],
  ["https://cdn.example.com/clip.mp4", undefined, "video"],
  ["https://cdn.example.com/call.webm", "audio", "audio"],
  ["https://cdn.example.com/clip", "video", "video"],
  ["data:video/mp4;base64,AAAA", undefined, "video"],
  ["data:audio/webm;codecs=opus;base64,GkXf", undefined, "audio"],
  ["data:video/quicktime;base64,AAAA", undefined, "other"],
  ["data:image/svg+xml;base64,PHN2Zz4=", undefined, "other"],
  ["data:text/html;base64,PGI+", undefined, "other"],
])("%s in a column of type %s is %s", (text, columnType, kind) => {
  expect(filesIn(text, columnType)).toEqual([{ kind, address: text, isInline: text.startsWith("data:") }]);
});

test.each([
  "See https://cdn.example.com/photo.png",
  "https://example.com/page",
  "https://example.com/drawing.svg",
  "data:image/svg+xml,<svg>",
  "data:of the study",
  "javascript:alert(1).png",
  '["https://cdn.example.com/a.png", "no file"]',
  "[]",
  "",
])("%j is text", (text) => expect(filesIn(text)).toBeNull());

test("reads a list of addresses as several files", () => {
  expect(filesIn(JSON.stringify(["https://cdn.example.com/a.png", PNG]))).toMatchObject([
    { kind: "image", isInline: false },
    { kind: "image", isInline: true },
  ]);
});

test("reads a transcript with times, on its own or in a recognizer's result", () => {
  const segments = [
    { start: 0, end: 1.5, text: " Hello. ", speaker: "agent" },
    { start: 2, text: "Hi." },
  ];
  const read = [
    { start: 0, end: 1.5, text: "Hello.", speaker: "agent" },
    { start: 2, end: null, text: "Hi.", speaker: null },
  ];
  expect(segmentsIn(JSON.stringify(segments))).toEqual(read);
  expect(segmentsIn(JSON.stringify({ language: "en", segments }))).toEqual(read);
  expect(segmentsIn('[{"role": "user", "content": "Hi"}]')).toBeNull();
  expect(segmentsIn("plain")).toBeNull();
  expect([0, 1.9, 2, 60].map((seconds) => segmentAt(read, seconds))).toEqual([0, 0, 1, 1]);
  expect(segmentAt([{ start: 1, end: null, text: "", speaker: null }], 0.5)).toBeNull();
});

test("a transcript is only shown with a recording", () => {
  const spoken = { name: "lines", text: '[{"start": 0, "text": "Hello"}]' };
  const recording = { name: "call", text: "https://a.example/b.mp3" };
  expect(transcriptIn([recording, spoken])).toMatchObject({ name: "lines", segments: [{ start: 0, text: "Hello" }] });
  const video = { name: "meeting", text: "https://a.example/b.mp4" };
  expect(transcriptIn([video, spoken])).toMatchObject({ name: "lines" });
  expect(transcriptIn([spoken])).toBeNull();
  expect(transcriptIn([recording, { name: "note", text: "Hello" }])).toBeNull();
});
