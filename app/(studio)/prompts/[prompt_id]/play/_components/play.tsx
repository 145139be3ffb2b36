"use client";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import { ColumnCard } from "./column-card";
import { InputFields } from "./input-fields";
import { usePlayground } from "./use-playground";

interface Props {
  promptId: string;
  name: string;
  /** Newest first. */
  versions: readonly string[];
  shown: string | undefined;
}

export function Play({ promptId, name, versions, shown }: Props) {
  const ground = usePlayground(promptId, versions, shown);
  const { columns, isFull } = ground;
  useShortcuts("Page", [
    { keys: "mod+enter", description: "Run all columns (also while typing)", run: ground.runAll, whileTyping: true },
    { keys: "a", description: "Add a column", run: () => void ground.add() },
  ]);
  return (
    <>
      <PageHeader
        title={`Play ${name}`}
        description="The same values for up to eight versions and models, side by side."
        parent={{ href: links.prompt(promptId), label: name }}
        actions={
          <>
            <Button keys="a" disabled={isFull} onClick={() => void ground.add()}>
              Add column
            </Button>
            {ground.isRunning ? <Button onClick={ground.stop}>Stop</Button> : null}
            <Button look="primary" keys="mod+enter" busy={ground.isRunning} onClick={ground.runAll}>
              Run all
            </Button>
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <InputFields
          inputs={ground.inputs}
          contents={ground.contents}
          texts={ground.texts}
          onTexts={ground.type}
          onRecorded={ground.setRecorded}
        />
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
          {columns.map((column, index) => (
            <ColumnCard
              key={column.key}
              promptId={promptId}
              number={index + 1}
              column={column}
              versions={versions}
              {...ground.versionOf(column)}
              state={ground.states[column.key]}
              recorded={ground.recorded}
              onRun={() => ground.run(column)}
              onChange={ground.change}
              onRemove={columns.length > 1 ? () => ground.remove(column) : null}
            />
          ))}
        </ul>
      </div>
    </>
  );
}
