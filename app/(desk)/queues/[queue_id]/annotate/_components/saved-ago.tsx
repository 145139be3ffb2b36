"use client";
import { useEffect, useState } from "react";
import { agoText } from "./ago-text";
import type { Keeping } from "./draft/draft-saver";

const TICK_MS = 1000;

/** "Draft saved 3 s ago", counted from the last save. Nothing reads it aloud: the desk announces each save. */
export function SavedAgo({ keeping }: { keeping: Keeping }) {
  const [saved, setSaved] = useState(() => ({ keeping, at: Date.now() }));
  const [now, setNow] = useState(saved.at);
  if (saved.keeping !== keeping) {
    const at = Date.now();
    setSaved({ keeping, at });
    setNow(at);
  }
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="tabular-nums">Draft saved {agoText(now - saved.at)}</span>;
}
