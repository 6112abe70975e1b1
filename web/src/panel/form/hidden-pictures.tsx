import { hiddenPictures } from "./markdown-pictures";

interface HiddenPicturesProps {
  markdown: string;
  /** What the author can do to show the pictures. */
  advice: string;
}

/** Warns about pictures that a text doesn't show: those of other sites, and those with a relative address. */
export function HiddenPictures({ markdown, advice }: HiddenPicturesProps) {
  const addresses = hiddenPictures(markdown);
  return (
    <div role="status">
      {addresses.length > 0 && (
        <div className="bg-warning-soft rounded-md px-3 py-2 text-sm">
          <p>
            <strong className="text-warning font-semibold">
              {addresses.length === 1 ? "Uma imagem não vai aparecer." : "Algumas imagens não vão aparecer."}
            </strong>{" "}
            O texto só mostra imagens da biblioteca; no lugar das outras fica a descrição. {advice}
          </p>
          <ul className="text-muted mt-1 break-all">
            {addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
