import { SegmentText } from "@/app/_components/label-field/spans/segment-text";
import { segmentsOf } from "@/app/_components/label-field/spans/segments";
import { useSourceText } from "@/app/_components/label-field/spans/source-texts";
import { Folded } from "@/app/_components/source/folded";
import { spanRules, spansOf } from "@/lib/annotation/labels/rules/text-spans";
import { isRecord } from "@/lib/records";
import type { ComparedLabel } from "./compare";

/** The text as each annotator has marked it, one below the other, so that marks can be compared by eye. */
export function MarkedAnswers({ label, answers }: Pick<ComparedLabel, "label" | "answers">) {
  const { field, categories } = spanRules(label.settings);
  const { text } = useSourceText(field);
  if (text === null || answers.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-x-3 text-xs text-faint">
        {categories.map(({ label: name }, index) => (
          <span key={name}>
            {index + 1} {name}
          </span>
        ))}
      </p>
      {answers.map(({ score, name }) => (
        <figure key={score.id} aria-label={`${field}, marked by ${name}`} className="grid gap-1">
          <figcaption dir="auto" className="text-xs wrap-anywhere text-faint">
            {name}
          </figcaption>
          <Folded length={text.length}>
            <p dir="auto" className="border-l-2 border-line pl-2.5 leading-8 whitespace-pre-wrap wrap-anywhere">
              {segmentsOf(text, isRecord(score.value) ? spansOf(score.value) : []).map((segment) => (
                <SegmentText key={segment.from} segment={segment} categories={categories} />
              ))}
            </p>
          </Folded>
        </figure>
      ))}
    </div>
  );
}
