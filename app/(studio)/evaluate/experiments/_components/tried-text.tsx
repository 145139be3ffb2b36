"use client";
import { Folded } from "@/app/_components/source/folded";

/** One of the texts that an experiment tries. A long one shows its beginning. */
export const TriedText = ({ name, text }: { name: string; text: string }) => (
  <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h3 className="text-xs font-medium text-faint">{name}</h3>
    <Folded length={text.length}>
      <p dir="auto" className="rounded-md border border-line p-3 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </Folded>
  </section>
);
