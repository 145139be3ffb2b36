import { z } from "zod";

/** A trace by its own id or by OpenTelemetry's, which is all that an application's own log has. */
export const traceName = z
  .string()
  .regex(/^([\da-f]{32}|[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12})$/i, "Must be the trace's UUID or its OpenTelemetry id.")
  .toLowerCase();
