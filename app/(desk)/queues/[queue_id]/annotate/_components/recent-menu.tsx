"use client";
import { Flag, StepForward } from "lucide-react";
import { Menu } from "@/app/_ui/overlay/menu";
import { RecentButton } from "./recent-button";
import type { ListedItem } from "./recent-items";

interface Props {
  recent: readonly ListedItem[];
  flagged: readonly ListedItem[];
  shownId: string | null;
  onOpen: (itemId: string) => void;
  stays: boolean;
  onStay: (stays: boolean) => void;
}

/** The last items to go back to, the flagged ones, and whether a submit leads on to the next item. */
export function RecentMenu({ recent, flagged, shownId, onOpen, stays, onStay }: Props) {
  const action = ({ itemId, label }: ListedItem) => ({
    label,
    onSelect: () => onOpen(itemId),
    current: itemId === shownId,
  });
  return (
    <Menu
      startsOpen
      trigger={<RecentButton />}
      groups={[
        recent.map(action),
        flagged.map((item) => ({ ...action(item), icon: <Flag aria-hidden="true" /> })),
        [
          {
            label: stays ? "Go to the next item after submitting" : "Stay on the item after submitting",
            icon: <StepForward aria-hidden="true" />,
            onSelect: () => onStay(!stays),
          },
        ],
      ]}
    />
  );
}
