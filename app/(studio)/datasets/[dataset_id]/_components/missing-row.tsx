"use client";
import { useEffect, useState } from "react";
import { Status } from "@/app/_ui/feedback/status";

interface Props {
  /** The row of the link, counted from 1. */
  rowNumber: number;
  total: number;
  /** Whether the address says that the link was to a row that is gone. */
  isGone: boolean;
  isPart: boolean;
  /** Takes that out of the address: a reload, or a link to another row, is not to say it again. */
  onShown: () => void;
}

/** Says that the row of the link that was followed is not there. Scrolling changes the address, and not this. */
export function MissingRow({ rowNumber, total, isGone, isPart, onShown }: Props) {
  const [wasGone, setWasGone] = useState(isGone);
  if (isGone && !wasGone) setWasGone(true);
  useEffect(() => {
    if (isGone) onShown();
  }, [isGone, onShown]);
  const [missing] = useState(!isPart && rowNumber > total && rowNumber > 1 ? rowNumber : null);
  const text = wasGone
    ? "The row of this link is not in this dataset. It may have been deleted."
    : missing === null
      ? null
      : `Row ${missing.toLocaleString("en")} is not in this dataset.`;
  return <Notice text={text} />;
}

/** Says what is not as the address has it. */
export const Notice = ({ text }: { text: string | null }) => (
  <div role="status">
    {text ? (
      <Status tone="warn" shape="alert" className="mb-3 whitespace-normal!">
        {text}
      </Status>
    ) : null}
  </div>
);
