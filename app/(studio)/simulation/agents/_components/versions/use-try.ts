"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { tryAgentVersion } from "@/lib/client/agents";
import type { Output } from "@/lib/contracts/contract";
import { MOST_TRIED } from "@/lib/contracts/simulation/call-names";
import type { TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type { tryAgentVersion as contract } from "@/lib/contracts/simulation/tries";

export type Answer = Output<typeof contract>;

export interface Exchange {
  text: string;
  answer: Answer;
}

/** A manual conversation with a version: what was exchanged, the message that is being written, and how to go on. */
export function useTry(agent_id: string, version_id: string) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [text, setText] = useState("");
  const { mutate, isPending, error, reset } = useMutation(tryAgentVersion);
  // Failed exchanges are shown, but not sent again with the conversation.
  const answered = exchanges.filter(({ answer }) => answer.fault === null);
  const last = answered.at(-1)?.answer;
  const messages = [...answered.flatMap(messagesOf), customers(text)];
  const end = messages.length > MOST_TRIED ? "The conversation is full." : "The agent has ended the conversation.";
  const isOver = last?.ended === true || messages.length > MOST_TRIED;
  const maySend = text.trim() !== "" && !isOver;
  const send = (onAnswer: () => void) => {
    if (!maySend || isPending) return;
    const conversation = last?.conversation_id ? { conversation_id: last.conversation_id } : {};
    const request = { agent_id, version_id, messages, ...conversation };
    mutate(request, {
      onSuccess: (answer) => {
        setExchanges([...exchanges, { text, answer }]);
        if (answer.fault === null) setText("");
        onAnswer();
      },
    });
  };
  const restart = () => {
    setExchanges([]);
    setText("");
    reset();
  };
  return {
    ...{ exchanges, text, setText, maySend, send, restart, isPending },
    /** Why nothing more can be sent; null while the conversation goes on. */
    end: isOver ? end : null,
    problem: error?.message ?? null,
  };
}

const customers = (content: string): TurnMessage => ({ role: "user", content });
const messagesOf = ({ text, answer }: Exchange): TurnMessage[] => [customers(text), ...answer.messages];
