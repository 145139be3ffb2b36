import { ArrowLeft, ArrowRight, Undo2 } from "lucide-react";
import { IconButton } from "@/app/_ui/button/icon-button";

interface Props {
  /** What the arrows go to, e.g. "item". */
  noun: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onMove: (by: -1 | 1) => void;
  /** Undoes what was sent last; absent when there is nothing to undo. */
  onUndo: (() => void) | undefined;
}

/** The buttons at the left of a desk's footer. */
export const ItemMoves = ({ noun, hasPrevious, hasNext, onMove, onUndo }: Props) => (
  <div className="-ml-1.5 flex items-center">
    <IconButton label={`Previous ${noun}`} keys="arrowleft" disabled={!hasPrevious} onClick={() => onMove(-1)}>
      <ArrowLeft aria-hidden="true" />
    </IconButton>
    <IconButton label={`Next ${noun}`} keys="arrowright" disabled={!hasNext} onClick={() => onMove(1)}>
      <ArrowRight aria-hidden="true" />
    </IconButton>
    <IconButton label="Undo" keys="z" disabled={!onUndo} onClick={onUndo}>
      <Undo2 aria-hidden="true" />
    </IconButton>
  </div>
);
