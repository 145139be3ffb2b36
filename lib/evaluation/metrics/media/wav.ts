import { Unscored } from "../unscored";

interface Sound {
  readonly rate: number;
  /** The loudest channel's amplitude at each moment, 0 to 1. */
  readonly amplitudes: Float32Array;
}

const [PCM, FLOAT, EXTENSIBLE] = [1, 3, 0xfffe];

/**
 * A RIFF WAVE of PCM (8 to 32 bits) or floats: Microsoft and IBM (1991), "Multimedia Programming Interface". Throws
 * `Unscored` for others.
 */
export function readWav(bytes: Uint8Array, what: string): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || name(0) !== "RIFF" || name(8) !== "WAVE")
    throw new Unscored(`${what} is not a WAV recording.`);
  let form: { kind: number; channels: number; rate: number; bits: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [size, from] = [view.getUint32(at + 4, true), at + 8];
    if (name(at) === "fmt " && from + 16 <= bytes.length) {
      const kind = view.getUint16(from, true);
      form = {
        kind: kind === EXTENSIBLE && from + 26 <= bytes.length ? view.getUint16(from + 24, true) : kind,
        channels: view.getUint16(from + 2, true),
        rate: view.getUint32(from + 4, true),
        bits: view.getUint16(from + 14, true),
      };
    } else if (name(at) === "data" && form) {
      return { rate: form.rate, amplitudes: amplitudesIn(view, from, Math.min(size, bytes.length - from), form, what) };
    }
    at = from + size + (size % 2);
  }
  throw new Unscored(`${what} is a damaged WAV recording.`);
}

function amplitudesIn(
  view: DataView,
  from: number,
  size: number,
  { kind, channels, rate, bits }: { kind: number; channels: number; rate: number; bits: number },
  what: string,
): Float32Array {
  const read = readerOf(view, kind, bits);
  if (!read || channels === 0 || rate === 0)
    throw new Unscored(`${what} is a WAV recording of a kind that is not read.`);
  const step = bits / 8;
  const amplitudes = new Float32Array(Math.floor(size / (step * channels)));
  for (let frame = 0; frame < amplitudes.length; frame++) {
    let loudest = 0;
    for (let channel = 0; channel < channels; channel++)
      loudest = Math.max(loudest, Math.abs(read(from + (frame * channels + channel) * step)));
    amplitudes[frame] = loudest;
  }
  return amplitudes;
}

function readerOf(view: DataView, kind: number, bits: number): ((at: number) => number) | null {
  if (kind === FLOAT && bits === 32) return (at) => view.getFloat32(at, true);
  if (kind === FLOAT && bits === 64) return (at) => view.getFloat64(at, true);
  if (kind !== PCM) return null;
  if (bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (at) => view.getInt16(at, true) / 32_768;
  if (bits === 24) return (at) => (view.getInt16(at + 1, true) * 256 + view.getUint8(at)) / 8_388_608;
  return bits === 32 ? (at) => view.getInt32(at, true) / 2_147_483_648 : null;
}

const FRAME_MS = 20;

/**
 * The share of the recording that is silent (root mean square of 20 ms below the threshold), and its longest silence.
 */
export function silenceIn({ rate, amplitudes }: Sound, threshold: number) {
  const frame = Math.max(1, Math.round((rate * FRAME_MS) / 1000));
  let [silent, run, longest] = [0, 0, 0];
  for (let start = 0; start < amplitudes.length; start += frame) {
    const own = amplitudes.subarray(start, start + frame);
    let squares = 0;
    for (const amplitude of own) squares += amplitude * amplitude;
    run = Math.sqrt(squares / own.length) < threshold ? run + own.length : 0;
    if (run > 0) silent += own.length;
    longest = Math.max(longest, run);
  }
  return { share: silent / amplitudes.length, longestMs: (1000 * longest) / rate, seconds: amplitudes.length / rate };
}
