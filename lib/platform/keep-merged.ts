import { connection } from "@/db/client";
import { mergePending, takeWaiting } from "@/db/merge-pending";
import { repeat } from "./repeat";

const EVERY_MS = 2000;

/** Merges new entries of inverted indexes while something is written; the returned function ends that. */
export const keepMerged = (): (() => Promise<void>) =>
  repeat(
    EVERY_MS,
    async () => {
      if (takeWaiting()) await mergePending(connection().db);
    },
    "merge new entries into indexes",
  );
