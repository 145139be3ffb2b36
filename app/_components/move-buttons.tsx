import { ArrowDown, ArrowUp } from "lucide-react";
import { IconButton } from "@/app/_ui/button/icon-button";

interface Props {
  /** What is moved, e.g. "target 2". */
  what: string;
  index: number;
  /** The length of the list. */
  count: number;
  onMove: (from: number, to: number) => void;
}

/** Move an entry of a list up or down. */
export const MoveButtons = ({ what, index, count, onMove }: Props) => (
  <>
    <IconButton label={`Move ${what} up`} disabled={index === 0} onClick={() => onMove(index, index - 1)}>
      <ArrowUp aria-hidden="true" />
    </IconButton>
    <IconButton label={`Move ${what} down`} disabled={index === count - 1} onClick={() => onMove(index, index + 1)}>
      <ArrowDown aria-hidden="true" />
    </IconButton>
  </>
);
