import { useEffect } from "react";
import { useLocation } from "react-router";

import { paths } from "../kit/paths";
import { Button } from "../ui/panel/button";
import { usePageTitle } from "../ui/panel/page-title";

export function NotFoundScreen() {
  const { pathname } = useLocation();
  usePageTitle("404");
  useEffect(() => {
    // eslint-disable-next-line no-console -- the specification has missing paths logged
    console.error("404 Error: User attempted to access non-existent route:", pathname);
  }, [pathname]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-3 px-6">
      <h1 className="text-5xl font-semibold tracking-tight">404</h1>
      <p className="text-muted">Oops! Page not found</p>
      <Button asChild>
        <a href={paths.home}>Voltar ao Site</a>
      </Button>
    </main>
  );
}
