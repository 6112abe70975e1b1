import { onDemand } from "./on-demand";

export const Question = onDemand(async () => (await import("./question-box")).QuestionBox);
