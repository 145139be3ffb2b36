/** The package has no types; these are of what the page uses. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface SwaggerRequest {
    url: string;
    headers: Record<string, string>;
  }

  /** Of React as Swagger UI has it built in. */
  interface SwaggerSystem {
    React: { createElement: (type: unknown, props: object, ...children: unknown[]) => unknown };
  }

  export interface SwaggerProps {
    children: unknown;
    description: unknown;
    getComponent: (name: string, isContainer: boolean) => unknown;
  }

  type SwaggerComponent = (props: SwaggerProps) => unknown;

  export type SwaggerPlugin = (system: SwaggerSystem) => {
    components: Record<string, SwaggerComponent>;
    wrapComponents: Record<string, (original: unknown) => SwaggerComponent>;
  };

  interface SwaggerOptions {
    domNode: HTMLElement;
    spec: object;
    /** The name of a component. */
    layout: string;
    docExpansion: "full";
    tryItOutEnabled: boolean;
    syntaxHighlight: boolean;
    showMutatedRequest: boolean;
    validatorUrl: "none";
    requestInterceptor: (request: SwaggerRequest) => SwaggerRequest;
    plugins: readonly SwaggerPlugin[];
  }

  export default function startSwagger(options: SwaggerOptions): unknown;
}
