"use client";
import { createContext, type ReactNode, useContext, useState } from "react";
import { fieldText } from "@/lib/annotation/sources/rules/field-text";

interface SourceTexts {
  content: Record<string, unknown>;
  /** Whether the source is beside and has places for texts. */
  hasSlots: boolean;
  /** Where the source shows a field that labels mark spans in. */
  slots: ReadonlyMap<string, HTMLElement>;
  setSlot: (field: string, slot: HTMLElement | null) => void;
}

const Context = createContext<SourceTexts | null>(null);

interface ProviderProps {
  content: Record<string, unknown>;
  hasSlots?: boolean;
  children: ReactNode;
}

/** Gives the labels inside the source that they are about. */
export function SourceTextsProvider({ content, hasSlots = false, children }: ProviderProps) {
  const [slots, setSlots] = useState<ReadonlyMap<string, HTMLElement>>(new Map());
  const [setSlot] = useState(() => (field: string, slot: HTMLElement | null) => {
    setSlots((before) => {
      const after = new Map(before);
      if (slot) after.set(field, slot);
      else after.delete(field);
      return after;
    });
  });
  return <Context value={{ content, hasSlots, slots, setSlot }}>{children}</Context>;
}

/** A field's text, null if the source does not have it, and the place in the source for it: "soon" until it is drawn. */
export function useSourceText(field: string): { text: string | null; slot: HTMLElement | "soon" | null } {
  const source = useContext(Context);
  const slot = source?.slots.get(field) ?? (source?.hasSlots ? "soon" : null);
  return { text: source && fieldText(source.content, field), slot };
}

/** The place in the source where span labels show a field's text. */
export function SpanSlot({ field }: { field: string }) {
  const source = useContext(Context);
  const setSlot = source?.setSlot;
  const [put] = useState(() => (slot: HTMLElement | null) => setSlot?.(field, slot));
  return <div ref={put} className="grid gap-4" />;
}
