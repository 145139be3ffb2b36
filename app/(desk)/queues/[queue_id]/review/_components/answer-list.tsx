import { Missing } from "@/app/_ui/feedback/missing";
import { UserText } from "@/app/_ui/text/user-text";
import type { Annotator, Answer } from "./compare";

interface Props {
  answers: readonly Answer[];
  /** All annotators of the item, so that each has the same position under every label. */
  annotators: readonly Annotator[];
}

/** All annotators' answers side by side, as many in a row as fit. */
export function AnswerList({ answers, annotators }: Props) {
  if (answers.length === 0) return <p className="text-soft">No answers yet.</p>;
  const slots = [
    ...annotators.map(({ id, name }) => ({ key: id, name, answer: answers.find((each) => each.annotatorId === id) })),
    ...answers.flatMap((answer) => (answer.annotatorId ? [] : [{ key: answer.score.id, name: answer.name, answer }])),
  ];
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-2.5">
      {slots.map(({ key, name, answer }) => (
        <li key={key} className="min-w-0 border-l-2 border-line pl-2.5">
          <span className="block text-xs wrap-anywhere text-faint">
            <bdi>{name}</bdi>
          </span>
          {answer ? <AnswerCell answer={answer} /> : <Missing reason={`${name} did not answer this`} />}
        </li>
      ))}
    </ul>
  );
}

function AnswerCell({ answer: { score, text, before } }: { answer: Answer }) {
  return (
    <>
      <UserText text={text} />
      {before !== null && before !== text ? (
        <span dir="auto" className="block text-xs wrap-anywhere text-faint">
          before: {before}
        </span>
      ) : null}
      {score.notes ? (
        <span dir="auto" className="block text-xs wrap-anywhere text-soft">
          “{score.notes}”
        </span>
      ) : null}
    </>
  );
}
