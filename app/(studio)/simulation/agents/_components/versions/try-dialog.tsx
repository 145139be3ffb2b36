"use client";
import { type FormEvent, useEffect, useRef } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Textarea } from "@/app/_ui/control/textarea";
import { Status } from "@/app/_ui/feedback/status";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { ConversationTurn, TurnFigures } from "@/app/(studio)/simulation/runs/_components/call/conversation-turn";
import { sideLabels } from "@/app/(studio)/simulation/runs/_components/words";
import { MAX_TURN_CHARACTERS } from "@/lib/contracts/simulation/call-names";
import { isRecord, textIn } from "@/lib/records";
import type { Version } from "../editor/agent-form";
import { type Answer, type Exchange, useTry } from "./use-try";

/** Whether a version can be tried here: it is a text agent that no client program drives. */
export function canTry({ configuration_snapshot: { target } }: Version): boolean {
  return isRecord(target) && textIn(target.type) !== "client";
}

interface Props {
  agentId: string;
  version: Version;
  onClose: () => void;
}

/** A manual conversation with a version. Nothing is stored. */
export function TryDialog({ agentId, version, onClose }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const conversation = useTry(agentId, version.id);
  const { exchanges, text, setText, send, isPending, end } = conversation;
  const focus = () => box.current?.focus();
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    send(focus);
  };
  // Each answer pushes the input down, so scroll it into view.
  const count = exchanges.length;
  useEffect(() => {
    if (count > 0) box.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Try ${version.version_name}`}
      description="The version answers as in a run. Nothing is stored or evaluated."
      initialFocus={box}
      size="large"
      footer={<Footer conversation={conversation} onRestart={focus} />}
    >
      <form id="try" className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <div role="log" aria-label="Conversation" aria-busy={isPending}>
          {count > 0 ? <Exchanges exchanges={exchanges} /> : null}
        </div>
        {end ? <p className="text-soft">{end} Start again to continue.</p> : null}
        <Field label="Customer message">
          <Textarea
            ref={box}
            maxLength={MAX_TURN_CHARACTERS}
            value={text}
            readOnly={isPending}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && (event.metaKey || event.ctrlKey) && submit()}
          />
        </Field>
      </form>
    </Dialog>
  );
}

interface FooterProps {
  conversation: ReturnType<typeof useTry>;
  onRestart: () => void;
}

function Footer({ conversation: { problem, exchanges, isPending, maySend, restart }, onRestart }: FooterProps) {
  const startAgain = () => {
    restart();
    onRestart();
  };
  return (
    <>
      <DialogProblem text={problem} />
      {exchanges.length > 0 ? (
        <Button disabled={isPending} onClick={startAgain}>
          Start again
        </Button>
      ) : null}
      <Button look="primary" type="submit" form="try" keys="mod+enter" busy={isPending} disabled={!maySend}>
        Send
      </Button>
    </>
  );
}

const Exchanges = ({ exchanges }: { exchanges: readonly Exchange[] }) => (
  <ol className="grid gap-4">
    {exchanges.flatMap(({ text, answer }, index) => [
      // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are only added
      <ConversationTurn key={`${index} text`} who="Customer" texts={[text]} />,
      // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are only added
      <Answered key={`${index} answer`} answer={answer} />,
    ])}
  </ol>
);

function Answered({ answer }: { answer: Answer }) {
  const { fault, messages, state } = answer;
  const results = messages.filter(({ role }) => role === "tool");
  return (
    <ConversationTurn
      who="Agent"
      texts={messages.flatMap(({ role, content }) => (role !== "tool" && content?.trim() ? content : []))}
      toolCalls={messages.flatMap(({ tool_calls }) => tool_calls ?? [])}
      beside={
        <>
          <TurnFigures turn={answer} />
          {answer.model ? <span className="wrap-anywhere">{answer.model}</span> : null}
        </>
      }
    >
      {results.length > 0 ? (
        <LabelledText label="Tool results" text={results.map(({ content }) => content).join("\n")} />
      ) : null}
      {state ? <LabelledText label="State" text={JSON.stringify(state, null, 2)} /> : null}
      {fault ? (
        <div className="grid gap-1">
          <Status tone="bad" shape="alert" className="whitespace-normal!">
            {sideLabels[fault.side]}: {fault.message}
          </Status>
          {fault.evidence.text ? <LabelledText label="Evidence" text={fault.evidence.text} /> : null}
        </div>
      ) : null}
    </ConversationTurn>
  );
}

const LabelledText = ({ label, text }: { label: string; text: string }) => (
  <div className="text-xs">
    <p className="text-faint">{label}</p>
    <pre className="max-h-40 overflow-y-auto rounded-md bg-sunk px-2 py-1 font-mono whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
  </div>
);
