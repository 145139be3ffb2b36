// A model may sign a call of a tool, and want its signature back with the call. OpenAI's form has no place for it but the
// call's id, which clients return as it is.
const MARK = "~thought~";

export interface SignedId {
  id: string;
  signature: string | null;
}

export const joinedId = ({ id, signature }: SignedId): string => (signature === null ? id : `${id}${MARK}${signature}`);

export function splitId(text: string): SignedId {
  const at = text.indexOf(MARK);
  return at < 0 ? { id: text, signature: null } : { id: text.slice(0, at), signature: text.slice(at + MARK.length) };
}
