"use client";
import { useEffect, useRef, useState } from "react";
import { nothingPlayed, type Played, play, withBefore } from "@/lib/client/prompts/play";
import type { PromptChatMessage, PromptContent } from "@/lib/contracts/prompts/content";
import { turnsOf } from "./tools";

export interface PlayState {
  status: "running" | "done" | "stopped" | "failed";
  played: Played;
  error: Error | null;
  /** The texts that were sent. */
  texts: Readonly<Record<string, string>>;
  /** The model's calls of tools so far, and their results. */
  turns: readonly PromptChatMessage[];
  /** Goes on after the model has called tools. */
  goOn: (results: readonly string[]) => void;
}

export interface Playable {
  key: string;
  content: PromptContent;
  variables: Record<string, unknown>;
  texts: Readonly<Record<string, string>>;
}

/** The answers of the columns, all at once; leaving the screen ends them. */
export function usePlays() {
  const [states, setStates] = useState<Readonly<Record<string, PlayState>>>({});
  const running = useRef(new Map<string, AbortController>()).current;
  const stop = () => {
    for (const controller of running.values()) controller.abort();
    running.clear();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen is left
  useEffect(() => stop, []);
  const change = (key: string, next: Partial<PlayState>) =>
    setStates((before) => {
      const state = before[key];
      return state ? { ...before, [key]: { ...state, ...next } } : before;
    });
  const run = (playable: Playable) => begin(playable, [], null);
  /** `before`: the call of the model whose tools have answered. */
  const begin = async (playable: Playable, turns: readonly PromptChatMessage[], before: Played | null) => {
    const { key, content, variables, texts } = playable;
    running.get(key)?.abort();
    const controller = new AbortController();
    running.set(key, controller);
    const { signal } = controller;
    const goOn = () => undefined;
    const first: PlayState = { status: "running", played: nothingPlayed, error: null, texts, turns, goOn };
    setStates((all) => ({ ...all, [key]: first }));
    const show = (next: Partial<PlayState>) => running.get(key) === controller && change(key, next);
    try {
      const last = await play({ content, variables, turns, signal, onChunk: (chunk) => show({ played: chunk }) });
      const played = before ? withBefore(before, last) : last;
      const next = (results: readonly string[]) =>
        void begin(playable, [...turns, ...turnsOf(played, results)], played);
      show({ status: "done", played, goOn: next });
    } catch (error) {
      if (signal.aborted) change(key, { status: "stopped" });
      else show({ status: "failed", error: error instanceof Error ? error : new Error(String(error)) });
    }
    if (running.get(key) === controller) running.delete(key);
  };
  const isRunning = Object.values(states).some(({ status }) => status === "running");
  return { states, run, stop, isRunning };
}
