import { cut } from "@/lib/bounds/excerpt";

/** People's own texts, such as names, in a mail: one line that is not long. */
export const oneLine = (text: string): string => cut(text.replaceAll(/\s+/g, " "), 200);
