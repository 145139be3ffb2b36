"use client";
import { useState } from "react";
import { Status } from "@/app/_ui/feedback/status";

interface Props {
  /** The row of the link, counted from 1. */
  rowNumber: number;
  total: number;
  /** Whether the link was to a row that is gone. */
  isGone: boolean;
  isPart: boolean;
}

/** Says that the row of the link that was followed is not there. Scrolling changes the address, and not this. */
export function MissingRow({ rowNumber, total, isGone, isPart }: Props) {
  const [missing] = useState(!isPart && rowNumber > total && rowNumber > 1 ? rowNumber : null);
  const text = isGone
    ? "The row of this link is not in this dataset. It may have been deleted."
    : missing === null
      ? null
      : `Row ${missing.toLocaleString("en")} is not in this dataset.`;
  return (
    <div role="status">
      {text ? (
        <Status tone="warn" shape="alert" className="mb-3 whitespace-normal!">
          {text}
        </Status>
      ) : null}
    </div>
  );
}
