// The stages of a request, and the gateway's operations on them. Built from parts, so that it runs on any server.
import type { z } from "zod";
import { completionBody } from "@/lib/contracts/gateway/completions";
import { embeddingBody } from "@/lib/contracts/gateway/embeddings";
import { anyMessageBody, messageBody } from "@/lib/contracts/gateway/messages";
import type { GatewayOperation } from "@/lib/contracts/gateway/request-record";
import { anyResponseBody, responseBody } from "@/lib/contracts/gateway/responses";
import type { Handler } from "@/lib/exchange/exchange";
import { Call, compose, type Operation } from "./call";
import { completionDialog } from "./dialects/completions";
import type { Dialog } from "./dialects/dialect";
import { embeddingDialog } from "./dialects/embeddings";
import { messageDialog } from "./dialects/messages";
import { readChatIn } from "./dialects/read-chat";
import { responseDialog } from "./dialects/responses";
import type { Gateway } from "./gateway";
import { modelCall } from "./model-call";
import * as own from "./own-operations";
import type { Parts } from "./parts";
import { isOfMessages } from "./paths";
import { readPrompted } from "./prompts/read-prompted";
import { authenticate } from "./stages/authenticate";
import { cache } from "./stages/cache";
import { charge } from "./stages/charge";
import { dialect } from "./stages/dialect";
import { guardrails } from "./stages/guardrails";
import { limits } from "./stages/limits";
import { money } from "./stages/money";
import { provider } from "./stages/provider";
import { record } from "./stages/record";
import { route } from "./stages/route";
import { storingIn } from "./stored-responses/storing";

/**
 * A call to a model. Each stage runs the next one, so the first ones see how the request ends: `dialect` and `record` see every
 * reply and refusal, `authenticate` reserves what `limits` and `money` judge and `charge` settles, `guardrails` see answers from
 * the cache as well, and `route` runs `provider` once for each target that it tries.
 */
const callModel = compose(dialect, record, authenticate, limits, money, charge, guardrails, cache, route, provider);

/** A request that the gateway answers itself. */
const answerItself = compose(dialect, record, authenticate, limits, money, own.answer);

export function createGateway(parts: Parts): Gateway {
  const serve = (operation: Operation, dialog?: Dialog): Handler => {
    const ofBuilt = own.ifBuilt(operation);
    return (request) => answerItself(new Call(request, parts, ofBuilt, dialog));
  };

  /** A chat in another protocol. */
  const converse =
    <S extends z.ZodType>(
      operation: GatewayOperation,
      schema: S,
      dialogOf: () => Dialog<z.output<S>>,
      all?: z.ZodType<Record<string, unknown>>,
    ): Handler =>
    (request) => {
      const dialog = dialogOf();
      return callModel(new Call(request, parts, modelCall(operation, readChatIn(dialog, schema, all)), dialog));
    };

  /** In the form of the protocol that the path belongs to. */
  const refuse = (operation: Operation): Handler => {
    const [inChats, inMessages] = [serve(operation), serve(operation, messageDialog())];
    return (request) => (isOfMessages(request.path) ? inMessages(request) : inChats(request));
  };
  const refuseUnknown = refuse(own.unknownPath);
  const preflight: Handler = (request) => own.answerPreflight(request, parts);
  const chat = modelCall("chat", readPrompted(parts.prompts));
  const newResponseDialog = () => responseDialog(parts.now, storingIn(parts.responses));
  return {
    createChatCompletion: (request) => callModel(new Call(request, parts, chat)),
    createCompletion: converse("completions", completionBody, completionDialog),
    createEmbedding: converse("embeddings", embeddingBody, embeddingDialog),
    createMessage: converse("messages", messageBody, messageDialog, anyMessageBody),
    countMessageTokens: serve(own.messageTokens, { ...messageDialog(), whole: (count) => count }),
    createResponse: converse("responses", responseBody, newResponseDialog, anyResponseBody),
    getResponse: serve(own.storedResponse),
    deleteResponse: serve(own.deletedResponse),
    getCurrentKey: serve(own.currentKey),
    listModels: serve(own.models),
    getModel: serve(own.model),
    unknownPath: (request) => (own.isPreflight(request) ? preflight(request) : refuseUnknown(request)),
    wrongMethod: refuse(own.wrongMethod),
    preflight,
  };
}
