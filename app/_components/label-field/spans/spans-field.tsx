"use client";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/app/_ui/button/button";
import { digitOf } from "@/app/_ui/keyboard/shortcut";
import { type SpanCategory, spanRules } from "@/lib/annotation/labels/rules/text-spans";
import { ChoiceButton } from "../choice-button";
import type { FieldProps } from "../field-props";
import { hasNothingKey, isNothing, toggledNothing } from "../form-label";
import { MarkedText } from "./marked-text";
import { useSourceText } from "./source-texts";
import { SpanList, Swatch } from "./span-list";
import { useSpans } from "./use-spans";

const HELP =
  "Select text, then choose a category or press its number. Arrows move, with Shift they select, Tab goes to the next span, Backspace removes one.";
/** Where there are no keys. */
const TOUCH_HELP = "Select text, then choose a category.";

/** Marks spans in a field of the source: the text where the source shows it, and the spans in the form. */
export function SpansField(props: FieldProps) {
  const { field, categories } = spanRules(props.label.settings);
  const { text, slot } = useSourceText(field);
  if (text === null) return <WithoutText {...props} field={field} />;
  return <Marking {...props} text={text} slot={slot} field={field} categories={categories} />;
}

/** A row may lack the field. That there is nothing to mark is an answer, so a required label can be answered. */
const WithoutText = ({ label, value, onChange, disabled, field }: FieldProps & { field: string }) => (
  <div className="grid justify-items-start gap-2">
    <p className="text-soft">This source has no field “{field}”, so there is nothing to mark.</p>
    <ChoiceButton
      chosen={isNothing(value)}
      digit={hasNothingKey(label) ? "0" : undefined}
      disabled={disabled}
      onClick={() => onChange(toggledNothing(value))}
    >
      Nothing to mark
    </ChoiceButton>
  </div>
);

interface MarkingProps extends FieldProps {
  text: string;
  slot: ReturnType<typeof useSourceText>["slot"];
  field: string;
  categories: readonly SpanCategory[];
}

function Marking({ label, value, onChange, disabled, text, slot, field, categories }: MarkingProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The form took the focus before the source had drawn the text.
    if (slot && form.current?.contains(document.activeElement)) root.current?.focus({ preventScroll: true });
  }, [slot]);
  const { spans, keep, message, ...act } = useSpans({ label, value, onChange, text, field, root });
  const editor = (
    <MarkedText
      id={`${id}-text`}
      name={`${label.name}: ${field}`}
      describedBy={`${id}-help`}
      onSelect={act.follow}
      onKeyDown={(event) => onKeyDown(event, categories, act)}
      {...{ root, text, spans, categories, disabled, keep }}
    />
  );
  return (
    <div ref={form} className="grid gap-2" data-stop={`${id}-text`}>
      {slot === null ? editor : null}
      {slot instanceof HTMLElement ? createPortal(<InSource name={label.name}>{editor}</InSource>, slot) : null}
      <div className="flex flex-wrap gap-1.5">
        <Categories {...{ categories, act }} disabled={disabled || act.selected === null} />
        {spans.length === 0 ? (
          <ChoiceButton
            chosen={value !== null}
            digit={hasNothingKey(label) ? "0" : undefined}
            disabled={disabled}
            onClick={act.toggleNone}
          >
            Nothing to mark
          </ChoiceButton>
        ) : null}
      </div>
      <SpanList {...{ spans, categories, disabled }} onShow={act.show} onRemove={act.drop} />
      <p id={`${id}-help`} className="text-xs text-faint">
        <span className="pointer-coarse:hidden">{HELP}</span>
        <span className="hidden pointer-coarse:inline">{TOUCH_HELP}</span>
      </p>
      <p aria-live="polite" className="text-xs text-soft empty:hidden">
        {message}
      </p>
    </div>
  );
}

type Acts = Pick<ReturnType<typeof useSpans>, "add" | "remove" | "step" | "toggleNone">;

function onKeyDown(event: KeyboardEvent, categories: readonly SpanCategory[], act: Acts): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Tab") {
    if (!act.step(event.shiftKey ? -1 : 1)) return;
  } else if (event.key === "Backspace" || event.key === "Delete") act.remove();
  else {
    const digit = event.shiftKey ? event.key : digitOf(event);
    if (digit === undefined || !/^\d$/.test(digit)) return;
    const category = categories[(Number(digit) + 9) % 10];
    if (category) act.add(category.label);
    else if (digit === "0") act.toggleNone();
  }
  event.preventDefault();
}

interface CategoriesProps {
  categories: readonly SpanCategory[];
  act: Acts;
  disabled: boolean;
}

const Categories = ({ categories, act, disabled }: CategoriesProps) =>
  categories.map(({ label, color }, index) => (
    <Button
      key={label}
      {...(index < 10 ? { keys: String((index + 1) % 10) } : {})}
      disabled={disabled}
      // The selection stays.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => act.add(label)}
    >
      <Swatch color={color} />
      <span dir="auto" className="wrap-anywhere">
        {label}
      </span>
    </Button>
  ));

const InSource = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="grid gap-1">
    <h2 dir="auto" className="text-xs font-medium wrap-anywhere text-faint">
      {name}
    </h2>
    {children}
  </section>
);
