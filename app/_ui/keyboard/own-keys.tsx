"use client";
import { createContext, type ReactNode, useContext } from "react";

/** Usual keys, each with the one that the person has chosen instead. */
export type OwnKeys = Readonly<Record<string, string>>;

const usual: OwnKeys = {};
const OwnKeysContext = createContext(usual);

/** Inside, shortcuts listen to the person's own keys, and controls print them. */
export const OwnKeysProvider = ({ keys, children }: { keys: OwnKeys; children: ReactNode }) => (
  <OwnKeysContext value={keys}>{children}</OwnKeysContext>
);

export const useOwnKeys = (): OwnKeys => useContext(OwnKeysContext);
