interface NoScriptProps {
  text: string;
  /** Whether the browser has sent a form that only a script can send, so that the notice is shown in any case. */
  isSent?: boolean;
}

/** Notice for browsers without scripts, in which a form doesn't work. */
export function NoScript({ text, isSent = false }: NoScriptProps) {
  const notice = (
    <p
      role={isSent ? "alert" : undefined}
      className="bg-warning-soft text-warning mt-6 rounded-md px-4 py-3 font-semibold"
    >
      {text}
    </p>
  );
  return isSent ? notice : <noscript>{notice}</noscript>;
}
