import { LoaderCircle } from "lucide-react";

/** Decorative; the text beside it names what is loading. */
export function Spinner() {
  return <LoaderCircle className="size-4 animate-spin" aria-hidden />;
}

/** Fills the screen while it loads. */
export function SpinnerScreen({ label }: { label: string }) {
  return (
    <div role="status" className="text-muted grid min-h-dvh place-items-center">
      <span className="flex items-center gap-2 text-sm">
        <Spinner />
        {label}
      </span>
    </div>
  );
}
