/** Parts of other features that the blog's editor uses. The panel's frame provides them. */
import { type ComponentType, createContext, use } from "react";

import { BLANK } from "./fields";

interface ChosenPicture {
  url: string;
  alt: string;
}

/** The media library. */
export interface Pictures {
  /** A dialog in which the user chooses or uploads a picture. */
  Picker: ComponentType<{
    onPick: (picture: ChosenPicture) => void;
    onClose: () => void;
    onClosed?: () => void;
  }>;
  /** Uploads a file. */
  upload: (file: File) => Promise<ChosenPicture>;
  /** Returns why `upload` failed, as a text for the user. */
  reasonOf: (error: unknown) => string;
}

const PicturesContext = createContext<Pictures | null>(null);
export const PicturesProvider = PicturesContext.Provider;

export function usePictures(): Pictures {
  const pictures = use(PicturesContext);
  if (!pictures) throw new Error("usePictures must be used within a PicturesProvider");
  return pictures;
}

const AuthorContext = createContext("");
/** Provides the name of the signed-in user, who is the default author of a new post. */
export const ProposedAuthorProvider = AuthorContext.Provider;

export function useProposedAuthor(): string {
  return use(AuthorContext).trim() || BLANK.author;
}
