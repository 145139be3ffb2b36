// Alerts of projects, and the incidents that they open.

import { mutationFor, queryFor } from "@/lib/client/query";
import * as operations from "../operations";

const PAGE_ROWS = 50;
const about = [operations.listAlerts, operations.listIncidents, operations.getIncident];

export const alertsQuery = (project_id: string) => queryFor(operations.listAlerts, { project_id });
export const createAlert = mutationFor(operations.createAlert, {
  invalidates: about,
  showsErrors: true,
  done: "Alert created",
});
export const saveAlert = mutationFor(operations.updateAlert, { invalidates: about, showsErrors: true });
export const changeAlert = mutationFor(operations.updateAlert, { invalidates: about });
export const deleteAlert = mutationFor(operations.deleteAlert, { invalidates: about, done: "Alert deleted" });
export const previewAlert = mutationFor(operations.previewAlert, { showsErrors: true });

export interface IncidentFilter {
  project_id?: string;
  open?: boolean;
  page?: number;
}

export const incidentsInput = ({ page = 1, ...filter }: IncidentFilter) => ({ ...filter, page, limit: PAGE_ROWS });
export const incidentsQuery = (filter: IncidentFilter) => queryFor(operations.listIncidents, incidentsInput(filter));
export const incidentQuery = (incident_id: string) => queryFor(operations.getIncident, { incident_id });
export const acknowledgeIncident = mutationFor(operations.acknowledgeIncident, { invalidates: about });
export const closeIncident = mutationFor(operations.closeIncident, { invalidates: about, done: "Incident closed" });
