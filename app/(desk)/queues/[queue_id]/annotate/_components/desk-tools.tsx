"use client";
import { Flag } from "lucide-react";
import { useEffect, useState } from "react";
import { itemTitle } from "@/app/_components/source/item-title";
import { IconButton } from "@/app/_ui/button/icon-button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { RecentButton } from "./recent-button";
import { recentItems } from "./recent-items";
import { flagToggled } from "./state/kept-choices";
import type { Desk } from "./state/use-desk";

const recentMenu = lazyCode(() => import("./recent-menu").then((module) => module.RecentMenu), true);

/** Flags the shown item for later, and lists the last items and the flagged ones. */
export function DeskTools({ desk, item }: { desk: Desk; item: ItemDetail | null }) {
  const { state, choices, choose, go } = desk;
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const itemId = item?.item.id ?? null;
  useEffect(() => {
    if (item) setTitles((known) => new Map(known).set(item.item.id, itemTitle(item.item)));
  }, [item]);
  const isFlagged = itemId !== null && choices.flagged.includes(itemId);
  const flag = () => {
    if (itemId) choose(flagToggled(choices, itemId));
  };
  useShortcuts("Desk", [{ keys: "l", description: "Flag the item for later, or take the flag off", run: flag }]);
  // The code of menus is not part of the desk's first load: the first click fetches it.
  const [isOpened, setOpened] = useState(false);
  const RecentMenu = useLazyCode(recentMenu, isOpened);
  return (
    <>
      <IconButton
        label="Flag for later"
        keys="l"
        side="bottom"
        aria-pressed={isFlagged}
        disabled={itemId === null}
        onClick={flag}
      >
        <Flag aria-hidden="true" />
      </IconButton>
      {RecentMenu && isOpened ? (
        <RecentMenu
          {...recentItems({ trail: state.trail, flagged: choices.flagged, titles })}
          shownId={itemId}
          onOpen={go}
          stays={choices.stays}
          onStay={(stays) => choose({ ...choices, stays })}
        />
      ) : (
        <RecentButton aria-haspopup="menu" onClick={() => setOpened(true)} />
      )}
    </>
  );
}
