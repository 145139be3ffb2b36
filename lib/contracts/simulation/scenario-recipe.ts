// What a scenario is to be made of: kept with it, for whoever makes it and whoever asks later.
import type { ScenarioColumnType } from "./scenario-names";

export interface NewColumn {
  name: string;
  data_type: ScenarioColumnType;
  description: string;
}

export interface ScenarioRecipe {
  dataset_id: string | null;
  script_url: string | null;
  /** A script that was sent as it is. */
  script: string | null;
  rows: number;
  personas: string[];
  add_persona_automatically: boolean;
  custom_columns: NewColumn[];
  custom_instruction: string;
  generator_model: string | null;
  seed: number;
}
