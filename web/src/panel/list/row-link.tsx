import { type ReactNode, useEffect, useRef } from "react";
import { Link, useMatch } from "react-router";

import { cn } from "@/panel/cn";
import type { AnyFilter, ListCodec } from "./list-codec";
import { useListState } from "./use-list-state";

interface RowLinkProps<Filter extends AnyFilter> {
  codec: ListCodec<Filter>;
  /** Id of the record. */
  id: string;
  path: string;
  className?: string;
  title?: string;
  children: ReactNode;
}

/** The link that covers a row and opens its record. While the record is open, it is marked, and scrolled into view. */
export function RowLink<Filter extends AnyFilter>({ codec, id, path, ...rest }: RowLinkProps<Filter>) {
  const isOpen = useMatch(path) !== null;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOpen) link.current?.closest("tr, li")?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <Link
      ref={link}
      data-row-link
      data-record={id}
      aria-current={isOpen || undefined}
      {...useListState(codec).linkTo(path)}
      {...rest}
    />
  );
}

interface RowButtonProps {
  /** Id of the record. */
  id: string;
  text: string;
  className?: string;
  onClick: () => void;
}

/** The button that covers a row and opens its record in a dialog. */
export function RowButton({ id, text, className, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      data-row-link
      data-record={id}
      className={cn("max-w-full cursor-pointer text-start", className)}
      title={text}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {text}
    </button>
  );
}
