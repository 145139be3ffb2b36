"use client";
import type { ReactNode } from "react";
import { FormElement } from "@/app/_form/form-element";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
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
import { type Side, useSide } from "./use-side";

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
  const form = useInputs(props, sides);
  const isRunning = sides.some((side) => side.isRunning);
  const run = () => {
    if (mayRun && !isRunning) for (const side of sides) side.run(form.inputs);
  };
  const compare = () => onChoose({ other: otherId ? null : (templateId ?? null) });
  useShortcuts("Page", [
    { keys: "mod+enter", description: "Run, also while typing", run, whileTyping: true },
    ...(templateId
      ? [{ keys: "c", description: otherId ? "Stop comparing" : "Compare with another", run: compare }]
      : []),
  ]);
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
  const view = { form, actions, mayRun, onChoose };
  return (
    <FormElement form={{ submit: run }} className="grid gap-6">
      {otherId ? <TwoSides {...view} one={one} other={other} /> : <OneSide {...view} side={one} />}
    </FormElement>
  );
}

/** The inputs of the templates: their own ones, and those added to a template that declares none. */
function useInputs(props: Props, sides: readonly Side[]) {
  const templates = sides.flatMap(({ template }) => template ?? []);
  const open = templates.find(isOpen);
  const named = inputKeysOf(templates);
  const [written, write] = useWritten(`${props.keptAs} ${props.templateId ?? ""}`, props.inputs);
  const keys = withAdded(named, open ? written.more : []);
  const fill = useFill(keys, written, write);
  return {
    sides,
    /** A template that declares no inputs, if any. */
    open,
    keys,
    added: keys.slice(named.length).map(({ key }) => key),
    fill,
    inputs: Object.fromEntries(keys.map(({ key }) => [key, fill.inputs[key] ?? ""])),
    add: (name: string) => {
      write({ more: [...written.more, name] });
      fill.find(name);
    },
    remove: (name: string) => write({ more: written.more.filter((one) => one !== name) }),
  };
}

type Inputs = ReturnType<typeof useInputs>;

interface ViewProps extends Pick<Props, "mayRun" | "onChoose"> {
  form: Inputs;
  actions: ReactNode;
}

/** Opening a run's log keeps the version, so that the form is restored on return. */
const leaving = (side: Side, onChoose: Props["onChoose"]) => (log: string) =>
  onChoose({ log, version: side.version === null ? null : String(side.version) }, { keepsBack: false });

function OneSide({ form, actions, mayRun, onChoose, side }: ViewProps & { side: Side }) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-4">
        <TemplateField side={side} label="Template" onChoose={(template) => onChoose({ template })} />
        {side.template ? (
          <>
            <FillFields fill={form.fill} keys={form.keys} />
            <Fields form={form} />
            <SideFields side={side} />
            {actions}
          </>
        ) : null}
      </div>
      <div aria-live="polite" className="min-w-0">
        {side.templateId ? (
          <ResultView side={side} inputs={form.inputs} mayRun={mayRun} onLeave={leaving(side, onChoose)} />
        ) : (
          <EmptyState title="Choose a template">
            A template defines what is measured, and its inputs. Computed templates need no model and no key. For judged
            ones, the sandbox has a judge.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function TwoSides({ form, actions, mayRun, onChoose, one, other }: ViewProps & { one: Side; other: Side }) {
  return (
    <>
      <section aria-label="Inputs" className="grid gap-4">
        <FillFields fill={form.fill} keys={form.keys} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Fields form={form} />
        </div>
        {actions}
      </section>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {[
          { label: "One", name: "template", side: one, onLeave: leaving(one, onChoose) },
          { label: "Other", name: "other", side: other },
        ].map(({ label, name, side, ...rest }) => (
          <section key={name} aria-label={label} className="grid min-w-0 content-start gap-4">
            <TemplateField side={side} label={label} onChoose={(id) => onChoose({ [name]: id })} />
            <SideFields side={side} />
            <div aria-live="polite" className="min-w-0 border-t border-line pt-4">
              <ResultView side={side} inputs={form.inputs} mayRun={mayRun} {...rest} />
            </div>
          </section>
        ))}
      </div>
    </>
  );
}

function Fields({ form: { sides, open, keys, added, fill, inputs, add, remove } }: { form: Inputs }) {
  return (
    <>
      <InputFields sides={sides} keys={keys} added={added} inputs={inputs} onChange={fill.write} onRemove={remove} />
      {open ? <AddInput template={open} taken={keys.map(({ key }) => key)} offered={fill.names} onAdd={add} /> : null}
    </>
  );
}
