"use client";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";

const difference = lazyCode(() => import("./word-difference").then(({ wordDifference }) => wordDifference));

interface Props {
  /** What is compared, such as "Input". */
  name: string;
  before: string;
  after: string;
}

/** What differs between two texts, word by word. */
export function Difference({ name, before, after }: Props) {
  const compare = useLazyCode(difference, before !== after);
  return (
    <section aria-label={`Difference of ${name.toLowerCase()}`} className="grid gap-1">
      <h3 className="text-xs font-medium text-faint">{name}</h3>
      {before === after ? (
        <p className="text-soft">{before === "" ? "Both are empty." : "Both are the same."}</p>
      ) : compare ? (
        <p dir="auto" className="rounded-md border border-line p-3 whitespace-pre-wrap wrap-anywhere">
          {compare(before, after).map(({ text, kind }, index) => {
            // Parts have no identity but their position.
            const key = `${index} ${kind}`;
            if (kind === "same") return <span key={key}>{text}</span>;
            return kind === "added" ? (
              <ins key={key} className="bg-good-wash underline decoration-good decoration-1 underline-offset-2">
                {text}
              </ins>
            ) : (
              <del key={key} className="bg-bad-wash text-soft">
                {text}
              </del>
            );
          })}
        </p>
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}
