"use client";
import type { NumberField as Base } from "@base-ui/react/number-field";
import { type ComponentProps, type FocusEvent, useLayoutEffect, useRef, useState } from "react";
import { digitsOf, type Typed, typedText } from "./decimal-text";

type InputProps = ComponentProps<typeof Base.Input>;
type TypedEvent = Parameters<NonNullable<InputProps["onChange"]>>[0];
type KeyEvent = Parameters<NonNullable<InputProps["onKeyDown"]>>[0];
type PasteEvent = Parameters<NonNullable<InputProps["onPaste"]>>[0];

/** How people write the point of 2.5, in their browser's language. */
const decimalPoint = (): string =>
  new Intl.NumberFormat().formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";

/** Whether a key is a letter that would be all of the text. After digits it stays, as a mistake: 12k is not 12. */
export const isStray = (key: string, rest: string): boolean => /^\p{L}$/u.test(key) && rest === "";

/** The text beside what is selected. */
const restOf = ({ value, selectionStart, selectionEnd }: HTMLInputElement): string =>
  value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0);

const NOTHING: Typed = { text: "", hasComma: false };

/**
 * Corrects what is typed before Base UI reads it. What it cannot read is kept here: it would leave out characters that
 * it does not know, and read 1e1 as 11. What is pasted is read like what is typed.
 */
export function useNumberTyping() {
  const latest = useRef(NOTHING);
  const [kept, setKept] = useState<Typed | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const onFocus = (event: FocusEvent<HTMLInputElement>) => {
    latest.current = NOTHING;
    // Typing replaces the number: appended digits would be another answer.
    event.currentTarget.select();
  };
  const onChange = (event: TypedEvent) => {
    // An input method still holds the text: to change it would double it.
    if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) {
      latest.current = NOTHING;
      setKept(null);
      return;
    }
    const input = event.currentTarget;
    const point = decimalPoint();
    const typed = typedText(input.value, latest.current, point);
    latest.current = typed;
    setKept(typed.number === undefined ? null : typed);
    const read = typed.number === undefined ? typed.text : digitsOf(typed.number, point);
    if (read === input.value) return;
    const at = typed.text.length - (input.value.length - (input.selectionEnd ?? 0));
    input.value = read;
    if (typed.number === undefined) input.setSelectionRange(at, at);
    else caret.current = at;
  };
  // A number in another form then shows its digits.
  const onBlur = () => setKept((before) => (before?.number === null ? before : null));
  const onKeyDown = (event: KeyEvent) => {
    if (event.key.length === 1) event.preventBaseUIHandler();
    // A shortcut of elsewhere, pressed in the wrong field, must not replace the number.
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (!isCommand && isStray(event.key, restOf(event.currentTarget))) event.preventDefault();
  };
  const onPaste = (event: PasteEvent) => event.preventBaseUIHandler();
  return {
    latest,
    kept,
    forget: () => setKept(null),
    input: { ref: field, onFocus, onBlur, onChange, onKeyDown, onPaste },
  };
}
