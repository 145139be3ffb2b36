/** Phrases that are not plain English, in the docs and in the code. */
export const oddPhrases =
  /\b(?:of late|(?:be|is|are|unless) told|asked anew|comes of|whoever|since a moment|doings|for ever|in its midst|(?:is|are) no (?:JSON|text|number|address|list|object|UUID))\b/gi;
