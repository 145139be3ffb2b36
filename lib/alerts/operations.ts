// Every operation of alerts: its contract joined to its verb.
import * as alertContracts from "@/lib/contracts/alerts/alerts";
import * as incidentContracts from "@/lib/contracts/alerts/incidents";
import { endpoint } from "@/lib/http/endpoint";
import * as alerts from "./alerts";
import * as incidents from "./incidents";
import * as preview from "./preview";

export const listAlerts = endpoint(alertContracts.listAlerts, alerts.listAlerts);
export const createAlert = endpoint(alertContracts.createAlert, alerts.createAlert);
export const previewAlert = endpoint(alertContracts.previewAlert, preview.previewAlert);
export const updateAlert = endpoint(alertContracts.updateAlert, alerts.updateAlert);
export const deleteAlert = endpoint(alertContracts.deleteAlert, alerts.deleteAlert);
export const listIncidents = endpoint(incidentContracts.listIncidents, incidents.listIncidents);
export const getIncident = endpoint(incidentContracts.getIncident, incidents.getIncident);
export const acknowledgeIncident = endpoint(incidentContracts.acknowledgeIncident, incidents.acknowledgeIncident);
export const closeIncident = endpoint(incidentContracts.closeIncident, incidents.closeIncident);
