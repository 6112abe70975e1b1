import { clsx } from "clsx/lite";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-md border text-center leading-tight font-semibold transition-colors duration-150 aria-disabled:cursor-progress aria-disabled:opacity-70";

const LOOKS = {
  solid: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  line: "border-control text-ink hover:border-ink hover:bg-sunken",
  night: "border-night-muted text-on-night hover:border-on-night hover:bg-night-raised",
  signal: "border-transparent bg-night-signal text-night hover:bg-on-night",
  quiet: "border-transparent text-ink hover:bg-sunken",
};

const SIZES = {
  small: "min-h-10 px-3.5 py-2 text-[0.9375rem]",
  large: "min-h-13 px-4 py-3 text-base sm:px-6",
};

interface ButtonOptions {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
  className?: string;
}

/** Returns the class names of a button, or of a link that looks like one. */
export const button = ({ look = "solid", size = "large", className }: ButtonOptions = {}): string =>
  clsx(BASE, LOOKS[look], SIZES[size], className);
