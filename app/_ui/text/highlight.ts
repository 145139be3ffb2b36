// Colors the code in blocks of Markdown that name their language. Loaded with the first such block.
import rehypeHighlight from "rehype-highlight";
import type { RehypePlugins } from "./markdown-text";

// Without guesses: a block that names no language, or an unknown one, stays plain.
export const highlight: RehypePlugins = [[rehypeHighlight, { detect: false }]];
