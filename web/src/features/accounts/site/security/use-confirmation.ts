import { useState } from "react";

/** Runs an action after a confirmation. If the action fails, the confirmation remains open. */
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
