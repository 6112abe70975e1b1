/** The collapsed field for files of the contact form. It works without scripts; with them, the chosen files are listed below it. */
import type { ReactNode } from "react";

import { REQUEST_FILE_UPLOAD_ACCEPT } from "@/api/limits";
import type { ContactFilesText } from "@/api/types";

interface FilesFieldProps {
  text: ContactFilesText;
  optional: string;
  /** Whether a refused form had files, which the visitor must choose again. */
  isLost: boolean;
  /** The list of chosen files. */
  children: ReactNode;
}

export function FilesField({ text, optional, isLost, children }: FilesFieldProps) {
  return (
    <details open={isLost} className="group sm:col-span-2">
      <summary className="hover:text-accent w-fit cursor-pointer py-1 font-semibold">
        {text.label} <span className="text-muted font-normal">({optional})</span>
      </summary>
      <label htmlFor="files" className="sr-only">
        {text.label}
      </label>
      <input
        id="files"
        name="files"
        type="file"
        multiple
        accept={REQUEST_FILE_UPLOAD_ACCEPT}
        aria-describedby="files-hint"
        // The list of chosen files replaces the text of the browser, which says that none is chosen.
        className="border-control file:bg-sunken file:text-ink mt-2 block w-full rounded-md border border-dashed p-3 text-base group-has-[li]:text-transparent file:mr-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border-0 file:px-4 file:font-semibold"
      />
      <p id="files-hint" className="text-muted mt-1.5 text-sm">
        {text.hint}
      </p>
      {isLost ? <p className="text-danger mt-1.5 text-sm font-semibold">{text.choose_again}</p> : null}
      {children}
    </details>
  );
}
