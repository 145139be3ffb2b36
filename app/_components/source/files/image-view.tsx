import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import type { FileViewProps } from "./file-view-props";
import { OpenFile } from "./open-file";
import { FIT, panned, type Sizes, shareOfOwn, type Zoom, zoomByKey, zoomed } from "./zoom";

/** An image that fits its column, with zoom by buttons and keys in a larger frame, moved by pointer and arrows. */
export function ImageView({ name, address }: FileViewProps) {
  const [isDamaged, setDamaged] = useState(false);
  const { frame, image, zoom, share, change, sizes, onKeyDown } = useZoom();
  const isLarge = zoom.scale > 1;
  const dragging = useDragging(isLarge, (x, y) => change(panned(zoom, x, y, sizes())));
  if (isDamaged) return <Damaged name={name} address={address} />;
  return (
    <div className={`grid max-w-full gap-1 ${isLarge ? "" : "w-fit"}`}>
      <Controls
        name={name}
        isFitted={!isLarge}
        share={share}
        onStep={(by) => change(zoomed(zoom, by, sizes()))}
        onFit={() => change(FIT)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a group that takes keys */}
      <div
        ref={frame}
        role="group"
        aria-label={`${name}: plus, minus and 0 zoom, arrows move`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys zoom and move
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...dragging}
        className={`grid place-items-center overflow-hidden rounded-md border border-line bg-sunk ${isLarge ? "h-[60vh] cursor-grab touch-none" : ""}`}
      >
        {/* biome-ignore lint/performance/noImgElement: a file of the page's own, which Next cannot optimize */}
        <img
          ref={image}
          src={address}
          alt={name}
          draggable={false}
          onLoad={() => change(zoom)}
          onError={() => setDamaged(true)}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          className="block max-h-[60vh] max-w-full"
        />
      </div>
      <OpenFile name={name} address={address} />
    </div>
  );
}

const Damaged = ({ name, address }: { name: string; address: string }) => (
  <div className="grid gap-1">
    <p className="text-soft">This image is damaged.</p>
    <OpenFile name={name} address={address} />
  </div>
);

function useZoom() {
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [zoom, setZoom] = useState<Zoom>(FIT);
  const [share, setShare] = useState<number | null>(null);
  const sizes = () => sizesOf(frame.current, image.current);
  const change = (next: Zoom) => {
    setZoom(next);
    setShare(shareOfOwn(next, sizes()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = zoomByKey(zoom, event.key, sizes());
    if (!next) return;
    event.preventDefault();
    change(next);
  };
  return { frame, image, zoom, share, change, sizes, onKeyDown };
}

const sizesOf = (frame: HTMLElement | null, image: HTMLImageElement | null): Sizes => ({
  frame: { width: frame?.clientWidth ?? 0, height: frame?.clientHeight ?? 0 },
  fitted: { width: image?.clientWidth ?? 0, height: image?.clientHeight ?? 0 },
  ownWidth: image?.naturalWidth ?? 0,
});

/** Calls `onMove` with the pointer's steps while it is down. */
function useDragging(isOn: boolean, onMove: (x: number, y: number) => void) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const end = () => {
    last.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (!isOn) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      if (!last.current) return;
      onMove(event.clientX - last.current.x, event.clientY - last.current.y);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

interface ControlsProps {
  name: string;
  isFitted: boolean;
  /** How large it appears, as a share of the image's own size. */
  share: number | null;
  onStep: (by: 1 | -1) => void;
  onFit: () => void;
}

const Controls = ({ name, isFitted, share, onStep, onFit }: ControlsProps) => (
  <div className="flex items-center gap-1 text-xs text-faint">
    <IconButton label={`Make ${name} smaller`} onClick={() => onStep(-1)}>
      <Minus aria-hidden="true" />
    </IconButton>
    <IconButton label={`Make ${name} larger`} onClick={() => onStep(1)}>
      <Plus aria-hidden="true" />
    </IconButton>
    <Button look="ghost" aria-label={`Fit ${name}`} disabled={isFitted} onClick={onFit}>
      Fit
    </Button>
    {share === null ? null : <span className="tabular-nums">{Math.round(share * 100)} % of its size</span>}
  </div>
);
