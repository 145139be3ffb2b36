// What the operations on calls share.
import { z } from "zod";
import { id } from "../../shapes";

export const callTag = "Calls";
export const tag = callTag;
export const one = "/simulate/call-executions/{call_execution_id}/";
export const params = z.object({ call_execution_id: id.meta({ description: "Id of the call" }) });
