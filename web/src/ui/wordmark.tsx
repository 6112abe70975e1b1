interface WordmarkProps {
  name: string;
  /** Picture with its size, so that nothing moves when it loads. */
  logo: Logo | null;
  /** The dark logo, if set. */
  logoDark?: Logo | null;
}

interface Logo {
  url: string;
  width: number;
  height: number;
}

/** Maximum number of characters of a name in large type, which fits in one line of the header on a phone. */
const MAX_LARGE_NAME = 20;
/** Maximum number of characters of a name in two lines on a phone. */
const MAX_TWO_LINES = 32;

/** The company's logo or, without one, its name beside the default mark: a shop window seen from its corner. */
export function Wordmark({ name, logo, logoDark }: WordmarkProps) {
  if (logo) {
    const { url, width, height } = logo;
    const picture = (
      <img
        src={url}
        alt={name}
        width={width}
        height={height}
        className="h-9 w-auto max-w-44 object-contain"
      />
    );
    if (!logoDark) return picture;
    return (
      <picture>
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={logoDark.url}
          width={logoDark.width}
          height={logoDark.height}
        />
        {picture}
      </picture>
    );
  }
  return (
    <span className="flex items-center gap-2.5">
      <svg
        viewBox="0 0 32 32"
        aria-hidden
        className="size-8 shrink-0"
        strokeLinejoin="round"
        strokeWidth="1.6"
      >
        <path className="fill-signal stroke-ink" d="M3 9.5 16 2l13 7.5L16 17z" />
        <path className="fill-surface stroke-ink" d="M3 9.5 16 17v13L3 22.5z" />
        <path className="fill-ink stroke-ink" d="M29 9.5 16 17v13l13-7.5z" />
        <path className="fill-signal stroke-none" d="m6.4 15.2 6.2 3.6v4.8L6.4 20z" />
      </svg>
      {name.length > MAX_LARGE_NAME ? (
        <span
          title={name}
          className={`leading-tight font-bold tracking-tight text-balance wrap-anywhere ${name.length > MAX_TWO_LINES ? "line-clamp-3 text-[0.8125rem] sm:text-sm" : "line-clamp-2 sm:text-lg"}`}
        >
          {name}
        </span>
      ) : (
        <span className="text-xl leading-none font-bold tracking-tight">{name}</span>
      )}
    </span>
  );
}
