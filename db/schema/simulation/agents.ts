// The parts of simulations: agents with their versions, the personas that talk to them, and the simulators that play these.
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { type AgentSecret, type AgentType, versionStatuses } from "@/lib/contracts/simulation/names";
import type { PersonaProfile } from "@/lib/contracts/simulation/profile";
import type { SimulatorSettings } from "@/lib/contracts/simulation/simulator";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, deletedAt, id, jsonb, updatedAt } from "../columns";
import { projects } from "../traces";

/** Each encrypted; what an agent has not got is absent. */
export type SealedSecrets = Partial<Record<AgentSecret, string>>;

/** An agent as it is being worked on: what runs is a version of it. */
export const agentDefinitions = pgTable(
  "agent_definitions",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    configuration: jsonb().$type<AgentConfiguration>().notNull(),
    /** Out of the configuration, to be searched and filtered by. */
    name: text().notNull().generatedAlwaysAs(sql`configuration ->> 'agent_name'`),
    agentType: text().$type<AgentType>().notNull().generatedAlwaysAs(sql`configuration ->> 'agent_type'`),
    secrets: jsonb().$type<SealedSecrets>().notNull().default({}),
    /** Where traces of its calls belong, while it is observed. */
    projectId: uuid().references(() => projects.id),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index("agent_definitions_newest")
      .on(table.workspaceId, table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** Never changed but in its status: a run says with which one it has talked. */
export const agentVersions = pgTable(
  "agent_versions",
  {
    id: id(),
    agentId: uuid()
      .notNull()
      .references(() => agentDefinitions.id),
    organizationId: uuid().notNull(),
    number: integer().notNull(),
    status: text({ enum: versionStatuses }).notNull(),
    commitMessage: text().notNull().default(""),
    configuration: jsonb().$type<AgentConfiguration>().notNull(),
    secrets: jsonb().$type<SealedSecrets>().notNull().default({}),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("agent_versions_number_key").on(table.agentId, table.number),
    // So that the active version never depends on an order.
    uniqueIndex("agent_versions_active_key")
      .on(table.agentId)
      .where(sql`${table.status} = 'active' and ${table.deletedAt} is null`),
  ],
);

/** The built-in ones have no organization, and ids that follow from their names. */
export const personas = pgTable(
  "personas",
  {
    id: id(),
    organizationId: uuid().references(() => organizations.id),
    workspaceId: uuid().references(() => workspaces.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    profile: jsonb().$type<PersonaProfile>().notNull(),
    isDefault: boolean().notNull().default(false),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("personas_name_key")
      .on(sql`coalesce(${table.workspaceId}, '00000000-0000-0000-0000-000000000000'::uuid)`, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** What plays a customer. */
export const simulatorAgents = pgTable(
  "simulator_agents",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    prompt: text().notNull().default(""),
    settings: jsonb().$type<SimulatorSettings>().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index("simulator_agents_newest")
      .on(table.workspaceId, table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
);
