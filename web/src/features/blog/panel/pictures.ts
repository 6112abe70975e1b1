/** What the editor needs of the library of pictures, which is another feature: given by whoever knows both. */
import { type ComponentType, createContext, use } from "react";

export interface Picture {
  url: string;
  alt: string;
}

export interface Pictures {
  /** A window in which one is chosen, or a new one uploaded. */
  Picker: ComponentType<{
    onPick: (picture: Picture) => void;
    onClose: () => void;
    onClosed?: () => void;
  }>;
  /** Brings a file into the library; rejects with a reason to show. */
  upload: (file: File) => Promise<Picture>;
  reasonOf: (error: unknown) => string;
}

const Context = createContext<Pictures | null>(null);
export const PicturesProvider = Context.Provider;

export function usePictures(): Pictures {
  const pictures = use(Context);
  if (!pictures) throw new Error("usePictures must be used within a PicturesProvider");
  return pictures;
}
