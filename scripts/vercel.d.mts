/** A route file with the Node runtime in place of the edge's. */
export function onNode(text: string): string;
/** The paths of the gateway's route files. */
export function gatewayRoutes(folder?: string): string[];
