/** What the document says of all operations. */
export const introduction = `Evaluation, simulation and annotation of AI applications, with an OpenAI-compatible gateway.

**Credentials.** An API key made in the web application, as a bearer or as the pair of headers; a signed-in user's access
token, as a bearer; or a browser's session. What a key may do is what its user may do, within the scopes of the key: each
operation names the one that it needs. Everything belongs to one organization and is seen by no other.

**Paths.** Each is documented in one spelling and answers with and without its last slash.

**Names.** Members are in snake_case, but for those of a dataset's rows, of OTLP and some of prompts. A body marked \`x-also-camel-case\` also takes each field in camelCase, for published
clients, and an answer marked so also has each member in camelCase.

**Lists.** Where an answer has \`next\` and \`previous\`, these are whole URLs and \`page\` counts from 1. A page past the end
is 404, also if the rows before it were removed meanwhile. Where there are \`limit\` and \`page_size\`, both name the size, and \`limit\` wins. Where
pages count from 0, the parameter says so, there is no \`next\`, and a page past the end is empty. Where there is \`after\`, send
the id of the last row (of configurations, the version) as \`after\` while \`has_more\` is true. To read a whole list while it changes, sort it ascending by
creation or order, if it can be sorted.

**Bodies.** JSON of at most 10 MB. Unknown query parameters are refused, unknown members of bodies wherever
\`additionalProperties\` is false.

**Times.** RFC 3339. Answers have UTC with a \`Z\` and three digits of a second, comments and threads of reviews six. Requests may have
any offset, but need one.

**Refusals.** Each operation lists its codes. Beside those a path that does not take a method answers 405
\`method_not_allowed\`, and a request whose URL and headers are larger than 16 KB is 431 without a \`request_id\`.`;
