"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";

interface Upload<Input> {
  input: Input;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Sends a form with a file, with its progress and a way to stop. It stays busy until the screen has changed. */
export function useUpload<Input, Answer>(
  mutation: UseMutationOptions<Answer, Error, Upload<Input>>,
  onSent: (answer: Answer) => void,
) {
  const { mutate, isPending, isSuccess, error, reset } = useMutation(mutation);
  const controller = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const start = (input: Input) => {
    controller.current = new AbortController();
    setShare(0);
    mutate({ input, signal: controller.current.signal, onProgress: setShare }, { onSuccess: onSent });
  };
  return {
    start,
    stop: () => controller.current?.abort(),
    reset,
    share,
    isPending: isPending || isSuccess,
    error: error?.name === "AbortError" ? null : error,
  };
}
