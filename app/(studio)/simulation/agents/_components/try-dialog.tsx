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
import { ConversationTurn, TurnFigures } from "../../runs/_components/conversation-turn";
import { sideWords } from "../../runs/_components/words";
import type { Version } from "./agent-form";

type Answer = Output<typeof contract>;

interface Exchange {
  said: string;
  answer: Answer;
}

/** Whether a version can be asked from here: it is text, and nobody else's program speaks for it. */
export function isAsked({ configuration_snapshot: { target } }: Version): boolean {
  return isRecord(target) && textIn(target.type) !== "client";
}

interface Props {
  agentId: string;
  version: Version;
  onClose: () => void;
}

/** A conversation by hand with a version: nothing of it is kept. */
export function TryDialog({ agentId, version, onClose }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [text, setText] = useState("");
  const { mutate, isPending, error, reset } = useMutation(tryAgentVersion);
  const problem = formError(error, []);
  // What got no answer is told, and left out of the conversation.
  const held = exchanges.filter(({ answer }) => answer.fault === null);
  const messages = [...held.flatMap(messagesOf), customers(text)];
  const isOver = held.at(-1)?.answer.ended === true || messages.length > MOST_TRIED;
  const mayAsk = text.trim() !== "" && !isOver;
  const ask = (event?: FormEvent) => {
    event?.preventDefault();
    if (!mayAsk || isPending) return;
    const conversation = held.at(-1)?.answer.conversation_id;
    mutate(
      {
        ...{ agent_id: agentId, version_id: version.id, messages },
        ...(conversation ? { conversation_id: conversation } : {}),
      },
      {
        onSuccess: (answer) => {
          setExchanges([...exchanges, { said: text, answer }]);
          if (answer.fault === null) setText("");
          box.current?.focus();
        },
      },
    );
  };
  // What has been answered pushes the box down, out of sight where the conversation is long.
  const count = exchanges.length;
  useEffect(() => {
    if (count > 0) box.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  const startAnew = () => {
    setExchanges([]);
    setText("");
    reset();
    box.current?.focus();
  };
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) ask();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Try ${version.version_name}`}
      description="It is asked as in a run. Nothing is kept here, and nothing is judged."
      initialFocus={box}
      size="large"
      footer={
        <>
          <DialogProblem text={problem} />
          {exchanges.length > 0 ? (
            <Button disabled={isPending} onClick={startAnew}>
              Start anew
            </Button>
          ) : null}
          <Button look="primary" type="submit" form="try" keys="mod+enter" busy={isPending} disabled={!mayAsk}>
            Send
          </Button>
        </>
      }
    >
      <form id="try" className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={ask}>
        <div role="log" aria-label="Conversation" aria-busy={isPending}>
          {exchanges.length > 0 ? <Exchanges exchanges={exchanges} /> : null}
        </div>
        {isOver ? (
          <p className="text-soft">
            {messages.length > MOST_TRIED ? "No further message fits." : "The agent has ended the conversation."} Start
            anew to go on.
          </p>
        ) : null}
        <Field label="What the customer says">
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
    {exchanges.flatMap(({ said, answer }, index) => [
      // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are only added
      <ConversationTurn key={`${index} said`} who="Customer" texts={[said]} />,
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
        <Said label="Tools answered" text={results.map(({ content }) => content).join("\n")} />
      ) : null}
      {state ? <Said label="State" text={JSON.stringify(state, null, 2)} /> : null}
      {fault ? (
        <div className="grid gap-1">
          <Status tone="bad" shape="alert" className="whitespace-normal!">
            {sideWords[fault.side]}: {fault.message}
          </Status>
          {fault.evidence.text ? <Said label="What shows it" text={fault.evidence.text} /> : null}
        </div>
      ) : null}
    </ConversationTurn>
  );
}

const Said = ({ label, text }: { label: string; text: string }) => (
  <div className="text-xs">
    <p className="text-faint">{label}</p>
    <pre className="max-h-40 overflow-y-auto rounded-md bg-sunk px-2 py-1 font-mono whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
  </div>
);

const customers = (content: string): TurnMessage => ({ role: "user", content });
const messagesOf = ({ said, answer }: Exchange): TurnMessage[] => [customers(said), ...answer.messages];
