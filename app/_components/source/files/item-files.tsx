"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { ItemAt } from "@/lib/client/queues/media";
import type { Segment } from "./file-in";

interface ItemFiles {
  /** The item whose source is shown; null where files from elsewhere are not loaded. */
  item: ItemAt | null;
  /** The transcript with times in another field of the source. */
  segments: readonly Segment[] | null;
}

const FilesContext = createContext<ItemFiles>({ item: null, segments: null });

/** Says whose source the fields inside show, and which transcript belongs to its recordings. */
export const ItemFilesProvider = ({ children, ...files }: ItemFiles & { children: ReactNode }) => (
  <FilesContext value={files}>{children}</FilesContext>
);

export const useItemFiles = (): ItemFiles => useContext(FilesContext);
