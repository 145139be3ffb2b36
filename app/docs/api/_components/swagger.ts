// Loaded only where an operation is tried: it is larger than all other scripts of a page together.
import "swagger-ui-dist/swagger-ui.css";
import "./swagger.css";
import startSwagger, { type SwaggerPlugin, type SwaggerProps } from "swagger-ui-dist/swagger-ui-es-bundle.js";

interface Trial {
  /** An OpenAPI document of one operation. */
  document: object;
  /** The headers of a request, read as it is sent. */
  headers: () => Record<string, string>;
}

/** Draws the operation, to be filled in and sent, into an element; returns how to remove it. */
export function drawOperation(element: HTMLElement, { document, headers }: Trial): () => void {
  const domNode = window.document.createElement("div");
  domNode.id = "operation";
  domNode.className = "swagger-ui";
  element.append(domNode);
  startSwagger({
    domNode,
    spec: document,
    layout: "OneOperation",
    docExpansion: "full",
    tryItOutEnabled: true,
    syntaxHighlight: false,
    // The command that it shows leaves the key out.
    showMutatedRequest: false,
    // Another value would send the document to another host.
    validatorUrl: "none",
    requestInterceptor: (request) => ({ ...request, headers: { ...request.headers, ...headers() } }),
    plugins: [oneOperation],
  });
  return () => domNode.remove();
}

const childrenOnly = () => (props: SwaggerProps) => props.children;

/** The operation alone, without the frame of a whole document, and with a label for each of its fields. */
const oneOperation: SwaggerPlugin = ({ React: { createElement } }) => {
  const named = (nameOf: (props: SwaggerProps) => unknown) => (original: unknown) => (props: SwaggerProps) =>
    createElement(
      "label",
      { className: "block" },
      createElement("span", { className: "sr-only" }, nameOf(props)),
      createElement(original, props),
    );
  const byDescription = named(({ description }) => description);
  const draw = ({ getComponent }: SwaggerProps) => createElement(getComponent("operations", true), {});
  return {
    components: { OneOperation: draw },
    wrapComponents: {
      OperationTag: childrenOnly,
      JsonSchema_string: byDescription,
      JsonSchema_boolean: byDescription,
      RequestBodyEditor: named(() => "Request body"),
    },
  };
};
