"use client";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { AddInput } from "../../_components/add-input";
import { inputKeysOf, isOpen, withAdded } from "../../_components/mapping";
import { FillFields } from "./fill-fields";
import type { Texts } from "./form";
import { InputFields } from "./input-fields";
import { ResultView } from "./result-view";
import { SideFields } from "./side-fields";
import { TemplateField } from "./template-field";
import { useFill } from "./use-fill";
import { useWritten } from "./use-input-draft";
import { useSide } from "./use-side";

interface Props {
  /** The key of the tab's draft, together with the template. */
  keptAs: string;
  mayRun: boolean;
  templateId: string | undefined;
  /** The template to compare with, if any. */
  otherId: string | undefined;
  inputs: Texts;
  settings: { version: number | null; model: string; params: Texts };
  onChoose: (changes: Record<string, string | null>, step?: { keepsBack: boolean }) => void;
}

/** One or two templates on the same inputs. */
export function Playground(props: Props) {
  const { templateId, otherId, mayRun, onChoose } = props;
  const one = useSide(templateId, props.settings);
  const other = useSide(otherId);
  const sides = otherId ? [one, other] : [one];
  const templates = sides.flatMap(({ template }) => template ?? []);
  const open = templates.find(isOpen);
  const named = inputKeysOf(templates);
  const [written, write] = useWritten(`${props.keptAs} ${templateId ?? ""}`, props.inputs);
  const keys = withAdded(named, open ? written.more : []);
  const added = keys.slice(named.length).map(({ key }) => key);
  const fill = useFill(keys, written, write);
  const inputs: Texts = Object.fromEntries(keys.map(({ key }) => [key, fill.inputs[key] ?? ""]));
  const isRunning = sides.some((side) => side.isRunning);
  const run = () => {
    if (mayRun && !isRunning) for (const side of sides) side.run(inputs);
  };
  const compare = () => onChoose({ other: otherId ? null : (templateId ?? null) });
  useShortcuts("Page", [
    { keys: "mod+enter", description: "Run, also while typing", run, whileTyping: true },
    ...(templateId
      ? [{ keys: "c", description: otherId ? "Stop comparing" : "Compare with another", run: compare }]
      : []),
  ]);
  const leave = (log: string) =>
    onChoose({ log, version: one.version === null ? null : String(one.version) }, { keepsBack: false });
  const choose = (name: string) => (id: string) => onChoose({ [name]: id });
  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      <Button look="primary" type="submit" keys="mod+enter" busy={isRunning} disabled={!mayRun || !one.template}>
        {otherId ? "Run both" : "Run"}
      </Button>
      <Button keys="c" onClick={compare}>
        {otherId ? "Stop comparing" : "Compare"}
      </Button>
      {mayRun ? null : <p className="text-xs text-faint">Viewers cannot run evaluations.</p>}
    </div>
  );
  const fields = (
    <>
      <InputFields
        sides={sides}
        keys={keys}
        added={added}
        inputs={inputs}
        onChange={fill.write}
        onRemove={(name) => write({ more: written.more.filter((one) => one !== name) })}
      />
      {open ? (
        <AddInput
          template={open}
          taken={keys.map(({ key }) => key)}
          offered={fill.names}
          onAdd={(name) => {
            write({ more: [...written.more, name] });
            fill.find(name);
          }}
        />
      ) : null}
    </>
  );
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {otherId ? (
        <>
          <section aria-label="Inputs" className="grid gap-4">
            <FillFields fill={fill} keys={keys} />
            <div className="grid gap-4 sm:grid-cols-2">{fields}</div>
            {actions}
          </section>
          <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
            {[
              { label: "One", name: "template", side: one },
              { label: "Other", name: "other", side: other },
            ].map(({ label, name, side }) => (
              <section key={name} aria-label={label} className="grid min-w-0 content-start gap-4">
                <TemplateField side={side} label={label} onChoose={choose(name)} />
                <SideFields side={side} />
                <div aria-live="polite" className="min-w-0 border-t border-line pt-4">
                  <ResultView
                    side={side}
                    inputs={inputs}
                    mayRun={mayRun}
                    {...(side === one ? { onLeave: leave } : {})}
                  />
                </div>
              </section>
            ))}
          </div>
        </>
      ) : (
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
          <div className="grid min-w-0 content-start gap-4">
            <TemplateField side={one} label="Template" onChoose={choose("template")} />
            {one.template ? (
              <>
                <FillFields fill={fill} keys={keys} />
                {fields}
                <SideFields side={one} />
                {actions}
              </>
            ) : null}
          </div>
          <div aria-live="polite" className="min-w-0">
            {templateId ? (
              <ResultView side={one} inputs={inputs} mayRun={mayRun} onLeave={leave} />
            ) : (
              <EmptyState title="Choose a template">
                A template defines what is measured, and its inputs. Computed templates need no model and no key. For
                judged ones, the sandbox has a judge.
              </EmptyState>
            )}
          </div>
        </div>
      )}
    </form>
  );
}
