"use client";
import { ArrowLeft, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { Badge } from "@/app/_ui/text/badge";

interface Props {
  title: string;
  /** The kind of the entry, if there are several kinds. */
  kind?: string;
  /** The label of the way back to the list, e.g. "All providers". */
  back: string;
  onBack: () => void;
  onRemove: () => void;
  children: ReactNode;
}

/** One provider, route or rule, shown in place of its list. */
export function EntryView({ title, kind, back, onBack, onRemove, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useShortcuts("Page", [{ keys: "b", description: back, run: onBack }]);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<ArrowLeft aria-hidden="true" />} keys="b" onClick={onBack}>
          {back}
        </Button>
        <h2 ref={heading} tabIndex={-1} className="text-base font-medium wrap-anywhere outline-none">
          {title}
        </h2>
        {kind && kind !== title ? <Badge>{kind}</Badge> : null}
        <div className="ml-auto flex gap-2">
          <Button
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => {
              onBack();
              onRemove();
            }}
          >
            Remove
          </Button>
        </div>
      </div>
      {children}
    </section>
  );
}
