import { quantity } from "@/app/_ui/figure/numbers";

export type Loss = readonly [count: number, noun: string, nouns?: string];

/** What a deletion takes along; what there is none of is left out. */
export function LossList({ losses }: { losses: readonly Loss[] }) {
  const some = losses.filter(([count]) => count > 0);
  if (some.length === 0) return <p>Nothing else is deleted.</p>;
  return (
    <ul className="list-disc pl-5 text-ink tabular-nums">
      {some.map(([count, noun, nouns]) => (
        <li key={noun}>{quantity(count, noun, nouns)}</li>
      ))}
    </ul>
  );
}
