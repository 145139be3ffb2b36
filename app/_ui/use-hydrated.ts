"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page's scripts have taken over what the server drew. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
