"use client";
import { Check, Copy } from "lucide-react";
import { createContext, useContext, useEffect, useState } from "react";
import { toast } from "../feedback/toast";
import { IconButton } from "./icon-button";

const Copied = createContext<(() => void) | null>(null);
/** Hears of every text that a button inside has copied. */
export const OnCopied = Copied.Provider;

/** Copies a text to the clipboard and shows "Copied" for two seconds. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const onCopied = useContext(Copied);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      toast.failed({
        title: "Could not copy",
        description: "The browser blocked access to the clipboard. Select the text and copy it.",
      });
    }
  };
  return (
    <IconButton label={copied ? "Copied" : label} onClick={copy}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </IconButton>
  );
}
