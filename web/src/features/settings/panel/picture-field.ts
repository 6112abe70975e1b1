/** The type of the field that uploads a picture. The feature `media` implements it, and the panel's frame passes it in. */
import type { ComponentType } from "react";

interface PictureFieldProps {
  label: string;
  kind: "logo" | "share_image" | "favicon";
  /** Address of the picture; empty if there is none. */
  value: string;
  hint?: string;
  error?: string | undefined;
  onChange: (url: string) => void;
}

export type PictureField = ComponentType<PictureFieldProps>;
