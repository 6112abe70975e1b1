import "./chequered.css";
import { cn } from "@/panel/cn";

/** A small picture on a ground that shows what of it is transparent. What it shows is said beside it. */
export function PicturePreview({ src, className }: { src: string; className?: string }) {
  return (
    <img
      src={src}
      alt=""
      className={cn("chequered border-line h-24 max-w-full rounded-md border object-contain", className)}
    />
  );
}
