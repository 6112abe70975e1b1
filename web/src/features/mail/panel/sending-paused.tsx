import { cn } from "@/panel/cn";

/** Says that the mail server refuses everything, or that mail has waited for a while, and why. */
export function SendingPaused({ problem, className }: { problem: string; className: string }) {
  return (
    <p role="alert" className={cn("bg-warning-soft rounded-md px-3 py-2 text-sm", className)}>
      <strong className="text-warning font-semibold">O envio está parado.</strong> {problem}
      <span className="block">Tentamos de novo sozinhos; nada se perde.</span>
    </p>
  );
}
