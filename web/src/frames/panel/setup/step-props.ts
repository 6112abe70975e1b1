import type { UseFormReturn } from "react-hook-form";

import type { SetupValues } from "./setup-values";

export interface StepProps {
  form: UseFormReturn<SetupValues>;
}
