/** The field that uploads a picture. The media library has it; the panel's frame brings the two together. */
import type { ComponentType } from "react";

interface PictureFieldProps {
  label: string;
  place: "logo" | "share_image" | "favicon";
  /** The picture's address, or nothing. */
  value: string;
  hint?: string;
  error?: string | undefined;
  onChange: (url: string) => void;
}

export type PictureField = ComponentType<PictureFieldProps>;
