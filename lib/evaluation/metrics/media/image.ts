// Images: their format and size, and their pixels.
import { imageSize } from "image-size";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { Unscored } from "../unscored";

const MOST_PIXELS = 4_194_304;
const PNG_INTERLACED = 28;

export interface ImageFacts {
  readonly format: "png" | "jpeg" | "gif" | "webp";
  readonly width: number;
  readonly height: number;
}
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel. */
  readonly rgba: Uint8Array;
}

const startsWith = (bytes: Uint8Array, text: string, from = 0): boolean =>
  Array.from(text).every((character, index) => bytes[from + index] === character.charCodeAt(0));

/**
 * Detects the format by the first bytes, whatever the data URL says. Throws `Unscored` if it is not an image of a known
 * format.
 */
export function imageFacts(bytes: Uint8Array, what: string): ImageFacts {
  const format = startsWith(bytes, "\u0089PNG\r\n\u001a\n")
    ? "png"
    : startsWith(bytes, "\u00ff\u00d8\u00ff")
      ? "jpeg"
      : startsWith(bytes, "GIF8")
        ? "gif"
        : startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)
          ? "webp"
          : null;
  if (!format) throw new Unscored(`${what} is not a PNG, JPEG, GIF or WebP image.`);
  try {
    const { width, height } = imageSize(bytes);
    if (width > 0 && height > 0) return { format, width, height };
  } catch {
    // The error below covers this too.
  }
  throw new Unscored(`${what} is a damaged ${format.toUpperCase()} image.`);
}

/**
 * Throws `Unscored` for other formats, damaged images, and more than 4,194,304 pixels, before the pixels are decoded.
 */
export function pixelsOf(bytes: Uint8Array, what: string): Pixels {
  const { format, width, height } = imageFacts(bytes, what);
  if (format !== "png" && format !== "jpeg")
    throw new Unscored(`${what} is ${format.toUpperCase()}; only the pixels of PNG and JPEG can be read.`);
  if (width * height > MOST_PIXELS)
    throw new Unscored(`${what} has ${width} × ${height} pixels; at most ${MOST_PIXELS} are compared.`);
  // The decoder unpacks these without a limit.
  if (format === "png" && bytes[PNG_INTERLACED] !== 0)
    throw new Unscored(`${what} is an interlaced PNG, which is not read.`);
  try {
    const { data } =
      format === "png"
        ? PNG.sync.read(Buffer.from(bytes))
        : jpeg.decode(bytes, { useTArray: true, maxResolutionInMP: 5, maxMemoryUsageInMB: 256 });
    return { width, height, rgba: data };
  } catch {
    throw new Unscored(`${what} is a damaged ${format.toUpperCase()} image.`);
  }
}

/** Peak signal-to-noise ratio in decibels over red, green and blue: 10·log₁₀(255²/MSE). Infinite for equal images. */
export function psnr(one: Pixels, other: Pixels): number {
  let squares = 0;
  for (let at = 0; at < one.rgba.length; at += 4)
    for (let channel = at; channel < at + 3; channel++)
      squares += ((one.rgba[channel] ?? 0) - (other.rgba[channel] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255) / (squares / ((one.rgba.length / 4) * 3)));
}

const WINDOW = 7;
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** Brightness by ITU-R BT.601. */
function brightness({ rgba }: Pixels): Float64Array {
  const values = new Float64Array(rgba.length / 4);
  for (let at = 0; at < values.length; at++)
    values[at] = 0.299 * (rgba[4 * at] ?? 0) + 0.587 * (rgba[4 * at + 1] ?? 0) + 0.114 * (rgba[4 * at + 2] ?? 0);
  return values;
}

/** Sums of a × b over every window, row by row. */
function windowSums(a: Float64Array, b: Float64Array | null, width: number, height: number): Float64Array {
  const [across, down] = [width - WINDOW + 1, height - WINDOW + 1];
  const sums = new Float64Array(across * down);
  const columns = new Float64Array(width);
  const value = (at: number) => (a[at] ?? 0) * (b ? (b[at] ?? 0) : 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const leaving = y >= WINDOW ? value((y - WINDOW) * width + x) : 0;
      columns[x] = (columns[x] ?? 0) + value(y * width + x) - leaving;
    }
    if (y < WINDOW - 1) continue;
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += (columns[x] ?? 0) - (x >= WINDOW ? (columns[x - WINDOW] ?? 0) : 0);
      if (x >= WINDOW - 1) sums[(y - WINDOW + 1) * across + x - WINDOW + 1] = sum;
    }
  }
  return sums;
}

/**
 * The mean over windows of 7 × 7 pixels of brightness: Wang et al. (2004), "Image quality assessment: from error
 * visibility to structural similarity", with equal weights and sample covariances, the default of scikit-image.
 */
export function ssim(one: Pixels, other: Pixels): number {
  const { width, height } = one;
  if (Math.min(width, height) < WINDOW) throw new Unscored(`The images are smaller than ${WINDOW} × ${WINDOW} pixels.`);
  const [x, y] = [brightness(one), brightness(other)];
  const [sumX, sumY, sumXX, sumYY, sumXY] = (
    [
      [x, null],
      [y, null],
      [x, x],
      [y, y],
      [x, y],
    ] as const
  ).map(([a, b]) => windowSums(a, b, width, height)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const count = WINDOW * WINDOW;
  let total = 0;
  for (let at = 0; at < sumX.length; at++) {
    const [mx, my] = [(sumX[at] ?? 0) / count, (sumY[at] ?? 0) / count];
    const spread = (sum: number | undefined, product: number) => ((sum ?? 0) - count * product) / (count - 1);
    const [vx, vy, vxy] = [spread(sumXX[at], mx * mx), spread(sumYY[at], my * my), spread(sumXY[at], mx * my)];
    total += ((2 * mx * my + C1) * (2 * vxy + C2)) / ((mx * mx + my * my + C1) * (vx + vy + C2));
  }
  return total / sumX.length;
}
