import { useState } from "react";

/** An action that runs after a confirmation. A failed one leaves the confirmation open. */
export function useConfirmation(run: () => Promise<void>, onFailure: (error: unknown) => void) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      await run();
      setOpen(false);
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
  }

  const answers = { isBusy, onConfirm: () => void confirm(), onCancel: () => setOpen(false) };
  return { isOpen, open: () => setOpen(true), answers };
}
