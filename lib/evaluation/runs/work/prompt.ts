// A prompt over a row: the model's answer fills a column.
import type { Database } from "@/db/client";
import { cut, excerpt } from "@/lib/bounds/excerpt";
import type { PredictionConfig } from "@/lib/contracts/evaluation/shapes/prediction-config";
import { reasonOf } from "@/lib/failures";
import { gatewayOf } from "../../judge/ask-gateway";
import { type AskModel, isTransient, type ModelAnswer, refusalOf, refusalTextOf, textOf } from "../../judge/judge";
import { spendOf } from "../../judge/spend";
import type { EvaluationRow, RunRow } from "../loaders";
import { type ColumnNames, fillingOf, type RowCells } from "../rules/row-inputs";
import { type CellResult, judgedBy, requestPrefixOf } from "./cell-result";

type Answered = Pick<CellResult, "outcome" | "reason"> & Partial<CellResult>;

export function answerPrompt(db: Database, run: RunRow, evaluation: EvaluationRow, columns: ColumnNames) {
  const { prediction, mapping } = evaluation;
  const { variablesIn, filled } = fillingOf(run.prompt);
  const session = cut(`column ${evaluation.name}`, 200);
  const options = { requestPrefix: requestPrefixOf(run), isExact: true };
  let opened: Promise<AskModel> | undefined;
  const ask = () => {
    opened ??= gatewayOf(db, run.organizationId, session, "/v1/chat/completions", options);
    return opened;
  };
  return async (cells: RowCells): Promise<Answered> => {
    if (!prediction) return { outcome: "error", reason: "The column has no prompt." };
    const names = variablesIn(prediction.messages.map(({ content }) => content));
    const lost = names.find((name) => !columns.has(mapping[name] ?? ""));
    if (lost !== undefined)
      return { outcome: "unscored", reason: `The column that {{${lost}}} stands for was deleted.` };
    try {
      const send = await ask();
      const begun = performance.now();
      const answer = await send(requestOf(prediction, (text) => filled(text, mapping, cells)));
      const latencyMs = performance.now() - begun;
      return { ...readAnswer(answer), latencyMs, ...judgedBy(Object.values(mapping), cells) };
    } catch (error) {
      opened = undefined;
      return { outcome: "error", reason: `The request to the model failed. ${reasonOf(error)}`, mayRetry: true };
    }
  };
}

function requestOf(
  { messages, max_tokens: max_completion_tokens, response_format: format, ...others }: PredictionConfig,
  fill: (text: string) => string,
): object {
  const response_format = typeof format === "string" ? { type: format } : format;
  const { model, temperature, top_p, presence_penalty, frequency_penalty, tools, tool_choice } = others;
  const sampling = { temperature, top_p, presence_penalty, frequency_penalty, max_completion_tokens };
  const set = Object.entries({ model, ...sampling, response_format, tools, tool_choice }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return {
    ...Object.fromEntries(set),
    messages: messages.map(({ role, content }) => ({ role, content: fill(content) })),
  };
}

function readAnswer(answer: ModelAnswer): Answered {
  const spent = spendOf(answer);
  if (answer.status !== 200) {
    const { failure, message } = refusalOf(answer);
    const isSpent = failure === "insufficient_credits";
    return {
      ...spent,
      outcome: "error",
      reason: message,
      mayRetry: !isSpent && failure !== "not_configured" && isTransient(answer),
      retryAfterSeconds: answer.retryAfterSeconds,
      stops: isSpent ? message : null,
    };
  }
  const output = textOf(answer.body);
  if (output === "") {
    const refusal = refusalTextOf(answer.body);
    const reason = refusal === null ? "The model returned empty text." : `The model refused: ${excerpt(refusal, 500)}`;
    return { ...spent, outcome: "unscored", reason };
  }
  return { ...spent, outcome: "answered", reason: "", output };
}
