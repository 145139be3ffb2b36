"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { Field } from "@/app/_ui/field";
import { Status } from "@/app/_ui/status";
import { Textarea } from "@/app/_ui/textarea";
import { tryAgentVersion } from "@/lib/client/agents";
import { formError } from "@/lib/client/call-error";
import type { Output } from "@/lib/contracts/contract";
import { MAX_TURN_CHARACTERS, MOST_TRIED } from "@/lib/contracts/simulation/call-names";
import type { TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type { tryAgentVersion as contract } from "@/lib/contracts/simulation/tries";
import { isRecord, textIn } from "@/lib/records";
import { ConversationTurn, TurnFigures } from "../../runs/_components/call/conversation-turn";
import { sideLabels } from "../../runs/_components/words";
import type { Version } from "./agent-form";

type Answer = Output<typeof contract>;

interface Exchange {
  text: string;
  answer: Answer;
}

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
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [text, setText] = useState("");
  const { mutate, isPending, error, reset } = useMutation(tryAgentVersion);
  const problem = formError(error, []);
  // Failed exchanges are shown, but not sent again with the conversation.
  const answeredExchanges = exchanges.filter(({ answer }) => answer.fault === null);
  const messages = [...answeredExchanges.flatMap(messagesOf), customers(text)];
  const isOver = answeredExchanges.at(-1)?.answer.ended === true || messages.length > MOST_TRIED;
  const maySend = text.trim() !== "" && !isOver;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!maySend || isPending) return;
    const conversation = answeredExchanges.at(-1)?.answer.conversation_id;
    mutate(
      {
        ...{ agent_id: agentId, version_id: version.id, messages },
        ...(conversation ? { conversation_id: conversation } : {}),
      },
      {
        onSuccess: (answer) => {
          setExchanges([...exchanges, { text, answer }]);
          if (answer.fault === null) setText("");
          box.current?.focus();
        },
      },
    );
  };
  // Each answer pushes the input down, so scroll it into view.
  const count = exchanges.length;
  useEffect(() => {
    if (count > 0) box.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  const restart = () => {
    setExchanges([]);
    setText("");
    reset();
    box.current?.focus();
  };
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Try ${version.version_name}`}
      description="The version answers as in a run. Nothing is stored or evaluated."
      initialFocus={box}
      size="large"
      footer={
        <>
          <DialogProblem text={problem} />
          {exchanges.length > 0 ? (
            <Button disabled={isPending} onClick={restart}>
              Start again
            </Button>
          ) : null}
          <Button look="primary" type="submit" form="try" keys="mod+enter" busy={isPending} disabled={!maySend}>
            Send
          </Button>
        </>
      }
    >
      <form id="try" className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={send}>
        <div role="log" aria-label="Conversation" aria-busy={isPending}>
          {exchanges.length > 0 ? <Exchanges exchanges={exchanges} /> : null}
        </div>
        {isOver ? (
          <p className="text-soft">
            {messages.length > MOST_TRIED ? "The conversation is full." : "The agent has ended the conversation."} Start
            again to continue.
          </p>
        ) : null}
        <Field label="Customer message">
          <Textarea
            ref={box}
            maxLength={MAX_TURN_CHARACTERS}
            value={text}
            readOnly={isPending}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendByKeys}
          />
        </Field>
      </form>
    </Dialog>
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

const customers = (content: string): TurnMessage => ({ role: "user", content });
const messagesOf = ({ text, answer }: Exchange): TurnMessage[] => [customers(text), ...answer.messages];
