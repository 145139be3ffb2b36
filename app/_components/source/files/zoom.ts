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
/** Of the image's own size. */
const MOST_OF_OWN = 2;
const STEP = 1.4;
const MOVE = 60;

interface Size {
  width: number;
  height: number;
}

export interface Sizes {
  frame: Size;
  /** The whole image in its frame, at a scale of 1. */
  fitted: Size;
  /** The image's own width, in pixels. */
  ownWidth: number;
}

/** How large the image appears, as a share of its own size; null while that is unknown. */
export const shareOfOwn = ({ scale }: Zoom, { fitted, ownWidth }: Sizes): number | null =>
  ownWidth > 0 ? (scale * fitted.width) / ownWidth : null;

/** Twelve times the whole image, or twice its own size if that is more. */
const mostScale = ({ fitted, ownWidth }: Sizes): number =>
  fitted.width > 0 ? Math.max(MOST, (MOST_OF_OWN * ownWidth) / fitted.width) : MOST;

/** Centers an image that is smaller than the frame; else keeps the frame filled. */
function kept({ scale, x, y }: Zoom, { frame, fitted }: Sizes): Zoom {
  const within = (value: number, size: number, visible: number) => {
    const limit = Math.max(0, (size * scale - visible) / 2);
    return Math.min(limit, Math.max(-limit, value));
  };
  return { scale, x: within(x, fitted.width, frame.width), y: within(y, fitted.height, frame.height) };
}

/** Larger or smaller, with the frame's center in place. */
export function zoomed({ scale, x, y }: Zoom, by: 1 | -1, sizes: Sizes): Zoom {
  const next = Math.min(mostScale(sizes), Math.max(LEAST, scale * (by === 1 ? STEP : 1 / STEP)));
  const ratio = next / scale;
  return kept({ scale: next, x: x * ratio, y: y * ratio }, sizes);
}

export const panned = (zoom: Zoom, x: number, y: number, sizes: Sizes): Zoom =>
  kept({ ...zoom, x: zoom.x + x, y: zoom.y + y }, sizes);

/** The effect of a key in the frame; null if it has none. */
export function zoomByKey(zoom: Zoom, key: string, sizes: Sizes): Zoom | null {
  switch (key) {
    case "+":
    case "=":
      return zoomed(zoom, 1, sizes);
    case "-":
      return zoomed(zoom, -1, sizes);
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
  return move ? panned(zoom, ...move, sizes) : null;
}
