// How large a request and a provider's answer may be, and how much is said of what is wrong: for platform and gateway alike.
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
export const MAX_QUERY_CHARACTERS = 16 * 1024;
/** Values and names of members in one body: what it costs to build them, whatever they are. */
export const MAX_VALUES = 250_000;
/** The same for a protobuf message: numbers read, of which a field has one or two. */
export const MAX_PROTOBUF_NUMBERS = 1_500_000;
/** Members of one object. */
export const MAX_MEMBERS = 10_000;
/** Levels of lists and objects inside one another. */
export const MAX_DEPTH = 64;
/** Findings after which a check stops; an answer names no more. */
export const MAX_FINDINGS = 50;
/** Characters of a sentence about what is wrong, and of a field's name in it. */
export const MAX_MESSAGE_CHARACTERS = 2_000;
export const MAX_FIELD_CHARACTERS = 200;
/** What a provider answers whole, and one event of what it streams. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
export const MAX_EVENT_CHARACTERS = 10 * 1024 * 1024;
/** What a provider says of its failure. */
export const MAX_ERROR_BYTES = 1024 * 1024;
/** What is taken and thrown away of a body that is refused: more than the largest file, so that its sender reads why. */
export const MAX_DRAINED_BYTES = 128 * 1024 * 1024;
export const MAX_DRAINED_MS = 5_000;
/** Bodies from here on are parsed one at a time, and held within the next bound. */
export const LARGE_BYTES = 32 * 1024;
/** Of all large bodies that are on their way, by what they announce; and how long one counts among them. */
export const MAX_HELD_BYTES = 32 * 1024 * 1024;
export const MAX_HELD_MS = 60_000;
/** Of all large bodies that a process has passed on to providers which have not answered yet. */
export const MAX_FORWARDED_CHARACTERS = 256 * 1024 * 1024;
