// Zoom and position of an image in its frame. Pure.

export interface Zoom {
  scale: number;
  /** Shift of the image's center from the frame's, in pixels. */
  x: number;
  y: number;
}

export const FIT: Zoom = { scale: 1, x: 0, y: 0 };
const LEAST = 1;
const MOST = 12;
const STEP = 1.4;
const MOVE = 60;

interface Frame {
  width: number;
  height: number;
}

/** Keeps a part of the image in the frame. */
function kept({ scale, x, y }: Zoom, { width, height }: Frame): Zoom {
  const limit = (size: number) => (size * (scale - 1)) / 2;
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return { scale, x: within(x, limit(width)), y: within(y, limit(height)) };
}

/** Larger or smaller, with the frame's center in place. */
export function zoomed({ scale, x, y }: Zoom, by: 1 | -1, frame: Frame): Zoom {
  const next = Math.min(MOST, Math.max(LEAST, scale * (by === 1 ? STEP : 1 / STEP)));
  const ratio = next / scale;
  return kept({ scale: next, x: x * ratio, y: y * ratio }, frame);
}

export const panned = (zoom: Zoom, x: number, y: number, frame: Frame): Zoom =>
  kept({ ...zoom, x: zoom.x + x, y: zoom.y + y }, frame);

/** The effect of a key in the frame; null if it has none. */
export function zoomByKey(zoom: Zoom, key: string, frame: Frame): Zoom | null {
  switch (key) {
    case "+":
    case "=":
      return zoomed(zoom, 1, frame);
    case "-":
      return zoomed(zoom, -1, frame);
    case "0":
      return FIT;
  }
  // In a whole image, arrows keep their meaning for the page.
  if (zoom.scale === 1) return null;
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [MOVE, 0],
    ArrowRight: [-MOVE, 0],
    ArrowUp: [0, MOVE],
    ArrowDown: [0, -MOVE],
  };
  const move = moves[key];
  return move ? panned(zoom, ...move, frame) : null;
}
