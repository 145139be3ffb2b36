// Colors the code in blocks of Markdown that name their language. Loaded with the first such block.
import type { ComponentProps } from "react";
import type ReactMarkdown from "react-markdown";
import rehypeHighlight from "rehype-highlight";

export type RehypePlugins = NonNullable<ComponentProps<typeof ReactMarkdown>["rehypePlugins"]>;

// Without guesses: a block that names no language, or an unknown one, stays plain.
export const highlight: RehypePlugins = [[rehypeHighlight, { detect: false }]];
