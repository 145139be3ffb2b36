// The gateway's operations on the environment's parts, for route files and for the stand-alone server.
import type { Contract } from "@/lib/contracts/contract";
import * as chat from "@/lib/contracts/gateway/chat";
import * as completions from "@/lib/contracts/gateway/completions";
import * as currentKey from "@/lib/contracts/gateway/current-key";
import * as embeddings from "@/lib/contracts/gateway/embeddings";
import * as messages from "@/lib/contracts/gateway/messages";
import * as models from "@/lib/contracts/gateway/models";
import * as responses from "@/lib/contracts/gateway/responses";
import type { Handler } from "@/lib/exchange/exchange";
import type { Operation } from "@/lib/http/endpoint";
import { dispatch } from "./dispatch";
import type { Gateway } from "./gateway";
import { liveGateway } from "./live";

const handler =
  (name: keyof Gateway): Handler =>
  (request) =>
    liveGateway()[name](request);

const operation = (contract: Contract, name: keyof Gateway): Operation => Object.assign(handler(name), { contract });

export const createChatCompletion = operation(chat.createChatCompletion, "createChatCompletion");
export const createCompletion = operation(completions.createCompletion, "createCompletion");
export const createEmbedding = operation(embeddings.createEmbedding, "createEmbedding");
export const createMessage = operation(messages.createMessage, "createMessage");
export const countMessageTokens = operation(messages.countMessageTokens, "countMessageTokens");
export const createResponse = operation(responses.createResponse, "createResponse");
export const getResponse = operation(responses.getResponse, "getResponse");
export const deleteResponse = operation(responses.deleteResponse, "deleteResponse");
export const getCurrentKey = operation(currentKey.getCurrentKey, "getCurrentKey");
export const listModels = operation(models.listModels, "listModels");
export const getModel = operation(models.getModel, "getModel");

// No documented operations: refusals in the gateway's own form, and the answer to browsers' preflights.
export const unknownPath = handler("unknownPath");
export const wrongMethod = handler("wrongMethod");
export const preflight = handler("preflight");

export { keepAliveBy } from "@/lib/exchange/keep-alive";

/** /v1 and everything below it. */
export const serveGateway = dispatch(liveGateway);
