// The packages that speak providers' own protocols. Each is loaded with the first request that needs it.
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { BedrockSettings, TranslatedSettings } from "../../settings";

type Settings = TranslatedSettings | BedrockSettings;

/** A credential is always passed, even an empty one; otherwise the packages would look in the environment. */
export async function modelOf(
  settings: Settings,
  name: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV3> {
  const common = { baseURL: settings.baseUrl.replace(/\/+$/, ""), apiKey: settings.apiKey ?? "", fetch };
  switch (settings.kind) {
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(common)(name);
    case "gemini":
      return (await import("@ai-sdk/google")).createGoogleGenerativeAI(common)(name);
    case "cohere":
      return (await import("@ai-sdk/cohere")).createCohere(common)(name);
    case "bedrock": {
      const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
      const { region, accessKeyId, secretAccessKey, sessionToken } = settings;
      return createAmazonBedrock({
        ...common,
        region,
        accessKeyId: accessKeyId ?? "",
        secretAccessKey: secretAccessKey ?? "",
        sessionToken: sessionToken ?? "",
      })(name);
    }
  }
}
