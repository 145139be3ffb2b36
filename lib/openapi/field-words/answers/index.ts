// Words of members that only answers have.
import { accountAnswerWords } from "./accounts";
import { alertAnswerWords } from "./alerts";
import { annotationAnswerWords } from "./annotation";
import { annotationReportWords } from "./annotation-reports";
import { callFigureWords } from "./call-figures";
import { callAnswerWords } from "./calls";
import { dataAnswerWords } from "./data";
import { evalLogAnswerWords } from "./eval-logs";
import { evalRunAnswerWords } from "./eval-runs";
import { evalTaskAnswerWords } from "./eval-tasks";
import { gatewayAnswerWords } from "./gateway";
import { nameWords } from "./names";
import { promptAnswerWords } from "./prompts";
import { reviewAnswerWords } from "./review";
import { runAnswerWords } from "./runs";
import { sharedAnswerWords } from "./shared";
import { simulationAnswerWords } from "./simulation";
import { templateAnswerWords } from "./templates";

export const answerWords: Readonly<Record<string, string>> = {
  ...accountAnswerWords,
  ...alertAnswerWords,
  ...annotationAnswerWords,
  ...annotationReportWords,
  ...callFigureWords,
  ...callAnswerWords,
  ...dataAnswerWords,
  ...evalLogAnswerWords,
  ...evalRunAnswerWords,
  ...evalTaskAnswerWords,
  ...gatewayAnswerWords,
  ...nameWords,
  ...promptAnswerWords,
  ...reviewAnswerWords,
  ...runAnswerWords,
  ...sharedAnswerWords,
  ...simulationAnswerWords,
  ...templateAnswerWords,
};
