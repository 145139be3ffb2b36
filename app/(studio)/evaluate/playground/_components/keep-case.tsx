"use client";
import { useMutation } from "@tanstack/react-query";
import NextLink from "next/link";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { FormDialog } from "@/app/_ui/form-dialog";
import { Input } from "@/app/_ui/input";
import { Select } from "@/app/_ui/select";
import { Status } from "@/app/_ui/status";
import { Textarea } from "@/app/_ui/textarea";
import { keepEvalCase } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { runInPlayground } from "@/lib/contracts/evaluation/playground";
import { draftOf, type ExpectedKind, expectedOf, kindWords } from "./expected";
import type { Side } from "./use-side";

interface Props {
  request: NonNullable<Side["lastRequest"]>;
  result: Output<typeof runInPlayground>["result"];
}

/** Saves a run's inputs and the expected result as a test case of its template. */
export function KeepCase(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isKept, setKept] = useState(false);
  if (isKept)
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        <Status tone="good" shape="check">
          Saved as a test case
        </Status>
        <NextLink
          href={links.evalCases(props.request.template_id ?? "")}
          className="reach text-accent underline-offset-2 hover:underline"
        >
          Test cases of the template
        </NextLink>
      </p>
    );
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Save as a test case</Button>
      {isOpen ? <KeepDialog {...props} onKept={() => setKept(true)} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function KeepDialog({ request, result, onKept, onClose }: Props & { onKept: () => void; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(result));
  const { mutate, isPending, error } = useMutation(keepEvalCase);
  const expected = expectedOf(draft);
  const hasVerdict = result.output_type !== "numeric" && result.output_type !== "reason";
  const hasNumber = result.output_type === "score" || result.output_type === "numeric";
  const kinds: ExpectedKind[] = [
    ...(hasVerdict ? (["passes", "fails"] as const) : []),
    ...(hasNumber ? (["score"] as const) : []),
    ...(result.output_type === "choices" || result.output_type === "reason" ? (["labels"] as const) : []),
    "unscored",
  ];
  const keep = () => {
    if (!expected) return;
    const { template_id: id = "", mapping = {}, params } = request;
    mutate({ id, mapping, params: params ?? {}, expected }, { onSuccess: onKept });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Save as a test case"
      description="The template keeps these inputs. Run them again later to check that it still gives this result."
      size="small"
      action="Save"
      form={{ submit: keep, busy: isPending, problem: error?.message ?? null }}
      disabled={!expected}
    >
      <Field label="Expected result">
        <Select
          value={draft.kind}
          onChange={(kind) => setDraft({ ...draft, kind })}
          options={kinds.map((value) => ({ value, label: kindWords[value] }))}
        />
      </Field>
      {draft.kind === "score" ? (
        <div className="grid grid-cols-2 gap-4">
          <Field label="From" error={expected ? undefined : "Enter two numbers, the lower first."}>
            <Input
              inputMode="decimal"
              value={draft.from}
              onChange={(event) => setDraft({ ...draft, from: event.target.value })}
            />
          </Field>
          <Field label="To">
            <Input
              inputMode="decimal"
              value={draft.to}
              onChange={(event) => setDraft({ ...draft, to: event.target.value })}
            />
          </Field>
        </div>
      ) : null}
      {draft.kind === "labels" ? (
        <Field label="Labels" hint="One per line. Exactly these labels are expected.">
          <Textarea value={draft.labels} onChange={(event) => setDraft({ ...draft, labels: event.target.value })} />
        </Field>
      ) : null}
    </FormDialog>
  );
}
