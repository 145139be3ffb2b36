import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { cases, templateOf } from "../testing/cases";

type Shade = (x: number, y: number) => number;

function png(width: number, height: number, shade: Shade): string {
  const image = new PNG({ width, height });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) image.data.set([shade(x, y), shade(x, y), shade(x, y), 255], 4 * (y * width + x));
  return `data:image/png;base64,${PNG.sync.write(image).toString("base64")}`;
}
const chess: Shade = (x, y) => ((x + y) % 2 === 0 ? 40 : 60);
const [board, brighter, inverted] = [
  png(16, 16, chess),
  png(16, 16, (x, y) => chess(x, y) + 10),
  png(16, 16, (x, y) => 100 - chess(x, y)),
];
const photo = `data:image/jpeg;base64,${Buffer.from(jpeg.encode({ width: 16, height: 8, data: new Uint8Array(512).fill(128) }, 90).data).toString("base64")}`;
const gif = Buffer.from("GIF89a\x05\x00\x07\x00\x00\x00\x00;", "latin1").toString("base64");

/** The board's own bytes, with one of them changed. */
function changed(at: number, value: number): string {
  const bytes = Buffer.from(board.split(",")[1] ?? "", "base64");
  bytes[at] = value;
  return bytes.toString("base64");
}

cases("psnr", [
  ["equal", { output: board, expected: board }, 1],
  ["ten levels brighter", { output: board, expected: brighter }, (20 * Math.log10(255 / 10)) / 50],
  ["of another size", { output: board, expected: png(8, 16, chess) }, /16 × 16 pixels and expected has 8 × 16/],
  ["JPEG", { output: photo, expected: photo }, 1],
  ["an address", { output: "https://example.com/a.png", expected: board }, /give the file as a data URL/],
  ["a GIF", { output: gif, expected: board }, /only the pixels of PNG and JPEG can be read/],
  ["interlaced", { output: changed(28, 1), expected: board }, /interlaced/],
  ["damaged", { output: changed(45, 7), expected: board }, /damaged PNG/],
  ["too many pixels", { output: changed(16, 1), expected: board }, /at most 4194304/],
  ["no image", { output: "aGVsbG8=", expected: board }, /not a PNG, JPEG, GIF or WebP/],
  ["no base64", { output: "{}", expected: board }, /neither a data URL nor base64/],
  ["empty", { output: "", expected: board }, /output is empty/],
]);
cases("ssim", [
  ["equal", { output: board, expected: board }, 1],
  ["inverted", { output: board, expected: inverted }, 0],
  ["too small", { output: png(5, 5, chess), expected: png(5, 5, chess) }, /smaller than 7 × 7/],
]);

test("one SSIM window matches its formula", async () => {
  // 7 × 7: means m and m + 10, both variances v, covariance v.
  const [output, expected] = [png(7, 7, chess), png(7, 7, (x, y) => chess(x, y) + 10)];
  const values = Array.from({ length: 49 }, (_, at) => chess(at % 7, Math.floor(at / 7)));
  const mean = values.reduce((sum, value) => sum + value, 0) / 49;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 48;
  const [c1, c2] = [2.55 ** 2, 7.65 ** 2];
  const other = mean + 10;
  const similarity =
    ((2 * mean * other + c1) * (2 * variance + c2)) / ((mean ** 2 + other ** 2 + c1) * (2 * variance + c2));
  expect((await templateOf("ssim").compute({ output, expected })).score).toBeCloseTo(similarity, 9);
});

cases("image_properties", [
  ["the size", { text: board }, 1, { expected_width: 16, expected_height: 16, expected_format: "PNG" }],
  ["too narrow", { text: board }, 0, { min_width: 17 }],
  ["JPEG by another name", { text: photo }, 1, { expected_format: "image/jpg", min_height: 8 }],
  ["GIF", { text: gif }, 1, { expected_width: 5, expected_height: 7 }],
  ["few bytes", { text: board }, 1, { max_file_size_kb: 1 }],
  ["no limit", { text: board }, /At least one limit/],
  ["no base64", { text: "data:image/png,abc" }, /not in base64/],
]);

/** 16 bits at 1,000 Hz: loud and silent in turn, for so many milliseconds each. */
function wav(...turns: number[]): string {
  const samples = turns.flatMap((ms, turn) =>
    Array.from({ length: ms }, (_, at) => (turn % 2 === 0 ? (at % 2 ? 9000 : -9000) : 3)),
  );
  const bytes = Buffer.alloc(44 + 2 * samples.length);
  bytes.write("RIFF", 0);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(1000, 24);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(2 * samples.length, 40);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, 44 + 2 * index);
  return `data:audio/wav;base64,${bytes.toString("base64")}`;
}
cases("dead_air_detection", [
  ["speech throughout", { input_audio: wav(1000) }, 1],
  ["a fifth is silent", { input_audio: wav(800, 200) }, 1],
  ["more is", { input_audio: wav(700, 300) }, 0],
  ["a long gap", { input_audio: wav(20_000, 3100, 1000) }, 0],
  ["a gap within the limit", { input_audio: wav(20_000, 3000, 1000) }, 1],
  ["all silent, as the threshold says", { input_audio: wav(1000) }, 0, { silence_threshold: 0.5 }],
  ["no sound", { input_audio: wav() }, /empty/],
  ["MP3", { input_audio: "data:audio/mpeg;base64,SUQzAwAAAAA=" }, /not a WAV recording/],
]);
