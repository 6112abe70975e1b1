/** Hidden field that people neither see nor reach. Robots fill it in. */
export function Trap({ id, label }: { id: string; label: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label htmlFor={id}>{label}</label>
      {/* The attributes keep password managers from filling it in. */}
      <input
        id={id}
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
        data-form-type="other"
        defaultValue=""
      />
    </div>
  );
}
