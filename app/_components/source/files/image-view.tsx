import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import type { FileViewProps } from "./file-view-props";
import { FIT, panned, type Zoom, zoomByKey, zoomed } from "./zoom";

/** An image that fits its frame, with zoom by buttons and keys, and moved by pointer and arrows. */
export function ImageView({ name, address }: FileViewProps) {
  const [zoom, setZoom] = useState<Zoom>(FIT);
  const [isDamaged, setDamaged] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const size = () => ({ width: frame.current?.clientWidth ?? 0, height: frame.current?.clientHeight ?? 0 });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = zoomByKey(zoom, event.key, size());
    if (!next) return;
    event.preventDefault();
    setZoom(next);
  };
  const dragging = useDragging(zoom.scale > 1, (x, y) => setZoom(panned(zoom, x, y, size())));
  if (isDamaged) return <p className="text-soft">This image is damaged.</p>;
  return (
    <div className="grid w-fit max-w-full gap-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a group that takes keys */}
      <div
        ref={frame}
        role="group"
        aria-label={`${name}: plus, minus and 0 zoom, arrows move`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys zoom and move
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...dragging}
        className={`overflow-hidden rounded-md border border-line bg-sunk ${zoom.scale > 1 ? "cursor-grab touch-none" : ""}`}
      >
        {/* biome-ignore lint/performance/noImgElement: a file of the page's own, which Next cannot optimize */}
        <img
          src={address}
          alt={name}
          draggable={false}
          onError={() => setDamaged(true)}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          className="block max-h-[60vh] max-w-full"
        />
      </div>
      <Controls name={name} zoom={zoom} onStep={(by) => setZoom(zoomed(zoom, by, size()))} onFit={() => setZoom(FIT)} />
    </div>
  );
}

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
  zoom: Zoom;
  onStep: (by: 1 | -1) => void;
  onFit: () => void;
}

const Controls = ({ name, zoom, onStep, onFit }: ControlsProps) => (
  <div className="flex items-center gap-1 text-xs text-faint">
    <IconButton label={`Make ${name} smaller`} onClick={() => onStep(-1)}>
      <Minus aria-hidden="true" />
    </IconButton>
    <IconButton label={`Make ${name} larger`} onClick={() => onStep(1)}>
      <Plus aria-hidden="true" />
    </IconButton>
    <Button look="ghost" aria-label={`Fit ${name}`} disabled={zoom.scale === 1} onClick={onFit}>
      Fit
    </Button>
    <span className="tabular-nums">{Math.round(zoom.scale * 100)} %</span>
  </div>
);
