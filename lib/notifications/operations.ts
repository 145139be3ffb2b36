// Every operation of notifications and webhooks: its contract joined to its verb.
import * as contracts from "@/lib/contracts/accounts/notifications";
import * as webhookContracts from "@/lib/contracts/accounts/webhooks";
import { endpoint } from "@/lib/http/endpoint";
import * as notifications from "./notifications";
import * as preferences from "./preferences";
import * as deliveries from "./webhooks/deliveries";
import * as webhooks from "./webhooks/webhooks";

export const listNotifications = endpoint(contracts.listNotifications, notifications.listNotifications);
export const countUnreadNotifications = endpoint(
  contracts.countUnreadNotifications,
  notifications.countUnreadNotifications,
);
export const markNotificationsRead = endpoint(contracts.markNotificationsRead, notifications.markNotificationsRead);
export const getNotificationPreferences = endpoint(
  contracts.getNotificationPreferences,
  preferences.getNotificationPreferences,
);
export const setNotificationPreferences = endpoint(
  contracts.setNotificationPreferences,
  preferences.setNotificationPreferences,
);

export const listWebhooks = endpoint(webhookContracts.listWebhooks, webhooks.listWebhooks);
export const createWebhook = endpoint(webhookContracts.createWebhook, webhooks.createWebhook);
export const getWebhook = endpoint(webhookContracts.getWebhook, webhooks.getWebhook);
export const updateWebhook = endpoint(webhookContracts.updateWebhook, webhooks.updateWebhook);
export const deleteWebhook = endpoint(webhookContracts.deleteWebhook, webhooks.deleteWebhook);
export const listWebhookDeliveries = endpoint(webhookContracts.listWebhookDeliveries, deliveries.listWebhookDeliveries);
export const redeliverWebhookEvent = endpoint(webhookContracts.redeliverWebhookEvent, deliveries.redeliverWebhookEvent);
export const testWebhook = endpoint(webhookContracts.testWebhook, deliveries.testWebhook);
