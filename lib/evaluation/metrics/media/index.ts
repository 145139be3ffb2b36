// Images and recordings.
import { excerpt } from "@/lib/bounds/excerpt";
import { always } from "../empty";
import type { MetricInput } from "../metric-input";
import { computed, type Definition } from "../template";
import { figure } from "../tokens";
import { Unscored } from "../unscored";
import { bytesOf } from "./bytes";
import type { Pixels } from "./image";
import { readWav, silenceIn } from "./wav";

const FILES = "Files are data URLs or base64, six megabytes at most; addresses are not fetched.";
const PAIR =
  "Images of different sizes are not scored, nor those with more than 4,194,304 pixels or interlaced PNG. Transparency does not count.";
/** Loaded with the first image that is scored, because its decoders are large. */
const decoders = () => import("./image");

const images = { keys: ["output", "expected"], output: "score", tags: ["image"], empty: always(null) } as const;
const size = { type: "integer", minimum: 1 } as const;

/** Throws `Unscored` unless both are images of one size. */
async function pair(input: MetricInput): Promise<[Pixels, Pixels]> {
  const { pixelsOf } = await decoders();
  const [one, other] = ["output", "expected"].map((key) => pixelsOf(bytesOf(input, key), key)) as [Pixels, Pixels];
  if (one.width !== other.width || one.height !== other.height)
    throw new Unscored(
      `output has ${one.width} × ${one.height} pixels and expected has ${other.width} × ${other.height}.`,
    );
  return [one, other];
}

/** The requirements for an image that are set, and whether it meets them. */
async function demands(
  input: MetricInput,
  bytes: Uint8Array,
): Promise<readonly (readonly [is: boolean, explanation: string])[]> {
  const { imageFacts } = await decoders();
  const limitOf = (name: string) => input.param<number>(name);
  const { format, width, height } = imageFacts(bytes, "The image");
  const named = input
    .param<string>("expected_format")
    ?.toLowerCase()
    .replace(/^image\/|^\./, "")
    .replace(/^jpg$/, "jpeg");
  const kilobytes = bytes.length / 1024;
  const all: (readonly [unknown, boolean, string])[] = [
    [
      limitOf("expected_width"),
      width === limitOf("expected_width"),
      `width ${width}, ${limitOf("expected_width")} expected`,
    ],
    [
      limitOf("expected_height"),
      height === limitOf("expected_height"),
      `height ${height}, ${limitOf("expected_height")} expected`,
    ],
    [limitOf("min_width"), width >= (limitOf("min_width") ?? 0), `width ${width}, at least ${limitOf("min_width")}`],
    [
      limitOf("min_height"),
      height >= (limitOf("min_height") ?? 0),
      `height ${height}, at least ${limitOf("min_height")}`,
    ],
    [
      limitOf("max_file_size_kb"),
      kilobytes <= (limitOf("max_file_size_kb") ?? 0),
      `${figure(kilobytes)} KB, at most ${limitOf("max_file_size_kb")}`,
    ],
    [named, format === named, `format ${format}, ${excerpt(named ?? "", 20)} expected`],
  ];
  return all.filter(([limit]) => limit !== undefined).map(([, is, finding]) => [is, finding]);
}

export const media = [
  {
    ...images,
    name: "psnr",
    differs: "Unlike scikit-image's ratio in decibels it is that divided by 50, and never above 1.",
    description: "Peak signal-to-noise ratio of two images; 50 dB and above score 1.",
    notes: [
      "Decibels divided by 50, over red, green and blue of 8 bits; equal images score 1.",
      PAIR,
      "PNG and JPEG.",
      FILES,
    ],
    source: "10·log₁₀(255²/MSE); decoded by pngjs and jpeg-js",
    async score(input) {
      const { psnr } = await decoders();
      const decibels = psnr(...(await pair(input)));
      if (decibels === Number.POSITIVE_INFINITY) return { score: 1, reason: "The images are equal." };
      return { score: decibels / 50, reason: `${figure(decibels)} dB.` };
    },
  } satisfies Definition,
  {
    ...images,
    name: "ssim",
    differs:
      "Unlike the paper, whose windows are 11 × 11 pixels with Gaussian weights, its windows are 7 × 7 with equal weights, the default of scikit-image; below 0 is 0.",
    description: "Structural similarity of two images.",
    notes: [
      "Measures brightness (BT.601) in windows of 7 × 7 pixels with equal weights, the default of scikit-image. The paper uses 11 × 11 with Gaussian weights. Below 0 is 0.",
      PAIR,
      "PNG and JPEG.",
      FILES,
    ],
    source: "Wang, Bovik, Sheikh and Simoncelli (2004)",
    async score(input) {
      const { ssim } = await decoders();
      const value = ssim(...(await pair(input)));
      return { score: value, reason: `SSIM = ${figure(value)}.` };
    },
  } satisfies Definition,
  {
    name: "image_properties",
    empty: always(null),
    keys: ["text"],
    output: "Pass/Fail",
    tags: ["image"],
    description: "Passes when an image has the required size, format and number of bytes.",
    params: {
      expected_width: size,
      expected_height: size,
      min_width: size,
      min_height: size,
      max_file_size_kb: size,
      expected_format: { type: "string" },
    },
    notes: [
      "PNG, JPEG, GIF and WebP, recognized by their first bytes and not by the data URL. At least one limit is required.",
      FILES,
    ],
    source: "Headers of the formats, by image-size",
    async score(input) {
      const limits = await demands(input, bytesOf(input, "text"));
      if (limits.length === 0) throw new Unscored("At least one limit is needed, such as min_width.");
      return {
        score: limits.every(([is]) => is),
        reason: `${limits.map(([is, finding]) => (is ? finding : `NOT ${finding}`)).join("; ")}.`,
      };
    },
  } satisfies Definition,
  {
    name: "dead_air_detection",
    empty: always(null),
    keys: ["input_audio"],
    output: "Pass/Fail",
    tags: ["audio"],
    description: "Passes when neither the share of silence nor the longest silence of a recording is above its limit.",
    params: {
      dead_air_threshold: { type: "number", default: 20, minimum: 0, maximum: 100 },
      gap_threshold_ms: { type: "number", default: 3000, minimum: 0 },
      silence_threshold: { type: "number", default: 0.01, minimum: 0, maximum: 1 },
    },
    notes: [
      "dead_air_threshold is in percent. Silence: the root mean square of 20 ms is below silence_threshold, full scale being 1; of several channels the loudest counts.",
      "WAV with PCM or float samples. Other formats would need a decoder and are not scored.",
      FILES,
    ],
    source: "Root mean square by frames",
    score(input) {
      const sound = readWav(bytesOf(input, "input_audio"), "input_audio");
      if (sound.amplitudes.length === 0) throw new Unscored("The recording is empty.");
      const { share, longestMs, seconds } = silenceIn(sound, input.param<number>("silence_threshold") ?? 0.01);
      const [most, gap] = [
        input.param<number>("dead_air_threshold") ?? 20,
        input.param<number>("gap_threshold_ms") ?? 3000,
      ];
      const reason = `${figure(100 * share)} % of ${figure(seconds)} s is silent (at most ${most}), the longest silence takes ${Math.round(longestMs)} ms (at most ${gap}).`;
      return { score: 100 * share <= most && longestMs <= gap, reason: reason };
    },
  } satisfies Definition,
].map(computed);
