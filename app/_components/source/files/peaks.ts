// The outline of a recording.

/** A longer recording would take too much memory to decode. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The loudest sample of each part, from 0 to 1, scaled to the loudest of all. Pure. */
export function peaksOf(samples: Float32Array, parts: number): number[] {
  const size = samples.length / parts;
  const peaks = Array.from({ length: parts }, (_, part) => {
    let peak = 0;
    const end = Math.floor((part + 1) * size);
    // Every sample of a long part would take seconds; some hundred show its outline.
    const step = Math.max(1, Math.floor(size / 400));
    for (let at = Math.floor(part * size); at < end; at += step) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const most = Math.max(...peaks);
  return most > 0 ? peaks.map((peak) => peak / most) : peaks;
}

/** Null for a recording that is too long, or that the browser cannot decode. */
export async function readPeaks(blob: Blob, parts: number): Promise<number[] | null> {
  if (blob.size > MOST_BYTES) return null;
  const context = new OfflineAudioContext(1, 1, 8000);
  try {
    const decoded = await context.decodeAudioData(await blob.arrayBuffer());
    return peaksOf(decoded.getChannelData(0), parts);
  } catch {
    return null;
  }
}
