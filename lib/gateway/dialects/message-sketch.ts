// Anthropic's messages that no chat can express.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { recordIn, recordsIn, textIn } from "@/lib/records";
import { definedMembers, type Json } from "./dialect";

type Message = ChatBody["messages"][number];

/** How a body that no chat can express is counted and recorded. */
export function sketchOf({ model, system, messages, stream, max_tokens, tools, metadata }: Json): ChatBody {
  const systemText =
    typeof system === "string"
      ? system
      : recordsIn(system)
          .map(({ text }) => textIn(text))
          .join("\n\n");
  return {
    model: textIn(model),
    messages: [...(systemText ? [{ role: "system", content: systemText }] : []), ...recordsIn(messages).map(sketched)],
    ...definedMembers({ stream, max_tokens, tools, user: recordIn(metadata).user_id }),
  };
}

const sketched = ({ role, content }: Json): Message => ({
  role: textIn(role),
  content: typeof content === "string" ? content : recordsIn(content).flatMap(sketchedBlock),
});

/** Blocks that are not text stay as they are. Files, in results of tools too, become parts without text. */
function sketchedBlock(block: Json): ({ type: string } & Json)[] {
  const type = textIn(block.type);
  const text = block.text ?? (isFile(block) ? undefined : recordIn(block.source).data);
  if (typeof text === "string") return [{ type, text }];
  if (isFile(block)) return [{ type }];
  const files = recordsIn(block.content).filter(isFile);
  if (files.length === 0) return [{ type, text: JSON.stringify(block) }];
  const rest = { ...block, content: recordsIn(block.content).filter((inner) => !isFile(inner)) };
  return [{ type, text: JSON.stringify(rest) }, ...files.map((file) => ({ type: textIn(file.type) }))];
}

/** The data of a file is not its text, unless it says so. */
const isFile = ({ source }: Json): boolean => {
  const { type, data } = recordIn(source);
  return data !== undefined && type !== "text";
};
