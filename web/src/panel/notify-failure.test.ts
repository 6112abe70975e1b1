import { expect, it, vi } from "vitest";

import { ApiError } from "@/api/api-error";
import { notify } from "@/lib/notify";
import { notifyFailure } from "./notify-failure";

it("failed action is reported with the server's message, and a canceled step-up is not", () => {
  const shown = vi.spyOn(notify, "error").mockReturnValue(undefined);
  notifyFailure("Erro ao salvar", new ApiError(403, "step_up_required", "Confirme a sua identidade."));
  expect(shown).not.toHaveBeenCalled();
  notifyFailure("Erro ao salvar", new ApiError(409, "conflict", "Já existe."));
  expect(shown).toHaveBeenCalledWith("Erro ao salvar", "Já existe.");
});
