"use client";
import { Button } from "@/app/_ui/button/button";
import { newEvaluation } from "./draft";
import { EvaluationFields } from "./evaluation-fields";
import type { TaskForm } from "./use-task-form";

/** The evaluations of a task; at least one. */
export function EvaluationList({ task: { form, found, evaluations, list } }: { task: TaskForm }) {
  return (
    <section aria-label="Evaluations" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-base font-medium">Evaluations</h2>
      {evaluations.map((one, index) => {
        const query = found[index];
        return query ? (
          <EvaluationFields
            key={one.key}
            draft={one}
            index={index}
            found={query}
            form={form}
            onChange={(changes) => list.change(one.key, changes)}
            onRemove={evaluations.length > 1 ? () => list.remove(one.key) : null}
          />
        ) : null;
      })}
      <div>
        <Button onClick={() => list.add(newEvaluation(1 + Math.max(...evaluations.map(({ key }) => key))))}>
          Add another evaluation
        </Button>
      </div>
    </section>
  );
}
