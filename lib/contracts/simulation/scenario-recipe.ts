// The recipe of a scenario: stored with it, for the job that creates it and for later reference.
import type { ScenarioColumnType } from "./scenario-names";

export interface NewColumn {
  name: string;
  data_type: ScenarioColumnType;
  description: string;
}

export interface ScenarioRecipe {
  dataset_id: string | null;
  script_url: string | null;
  /** The text of a script that was sent in the request. */
  script: string | null;
  rows: number;
  personas: string[];
  add_persona_automatically: boolean;
  custom_columns: NewColumn[];
  custom_instruction: string;
  generator_model: string | null;
  seed: number;
}
