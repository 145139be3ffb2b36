"use client";
import { useEffect, useRef, useState } from "react";
import { nothingPlayed, type Played, play } from "@/lib/client/prompts/play";
import type { PromptContent } from "@/lib/contracts/prompts/content";

export interface PlayState {
  status: "running" | "done" | "stopped" | "failed";
  played: Played;
  error: Error | null;
  /** The texts that were sent. */
  texts: Readonly<Record<string, string>>;
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
  const run = async ({ key, content, variables, texts }: Playable) => {
    running.get(key)?.abort();
    const controller = new AbortController();
    running.set(key, controller);
    const { signal } = controller;
    setStates((before) => ({ ...before, [key]: { status: "running", played: nothingPlayed, error: null, texts } }));
    const show = (next: Partial<PlayState>) => running.get(key) === controller && change(key, next);
    try {
      const played = await play({ content, variables, signal, onPiece: (piece) => show({ played: piece }) });
      show({ status: "done", played });
    } catch (error) {
      if (signal.aborted) change(key, { status: "stopped" });
      else show({ status: "failed", error: error instanceof Error ? error : new Error(String(error)) });
    }
    if (running.get(key) === controller) running.delete(key);
  };
  const isRunning = Object.values(states).some(({ status }) => status === "running");
  return { states, run, stop, isRunning };
}
