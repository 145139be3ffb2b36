import type { Handler } from "@/lib/exchange/exchange";

/** The gateway's operations. */
export interface Gateway {
  createChatCompletion: Handler;
  createCompletion: Handler;
  createEmbedding: Handler;
  createMessage: Handler;
  countMessageTokens: Handler;
  createResponse: Handler;
  getResponse: Handler;
  deleteResponse: Handler;
  getCurrentKey: Handler;
  listModels: Handler;
  getModel: Handler;
  unknownPath: Handler;
  wrongMethod: Handler;
  preflight: Handler;
}
