import "./checkered.css";

import { cn } from "@/panel/cn";

/** A small picture on a checkered background that shows transparency. The text beside it describes the picture. */
export function PicturePreview({ src, className }: { src: string; className?: string }) {
  return (
    <img
      src={src}
      alt=""
      className={cn("checkered border-line h-24 max-w-full rounded-md border object-contain", className)}
    />
  );
}
