// What the operations on executions share.
import { z } from "zod";
import { id } from "../../shapes";

export const tag = "Test executions";
export const one = "/simulate/test-executions/{test_execution_id}/";
export const params = z.object({ test_execution_id: id.meta({ description: "Id of the execution" }) });
