/** Starts the panel in the empty shell document. */
import "./admin/admin.css";

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { config } from "zod";

import { SessionProvider } from "./accounts/admin/session";
import { createQueryClient } from "./admin/query-cache";
import { createRouter } from "./admin/routes";
import { reloadAfterUpgrade } from "./kit/reload-after-upgrade";
import { dropStrayClicks } from "./ui/panel/double-click";
import { dropOldKept } from "./ui/panel/edit/kept";
import { TooltipProvider } from "./ui/panel/tooltip";
import { hasUnsavedChanges } from "./ui/panel/unsaved-changes";

// Zod would rather compile its checks to code, which the content security policy refuses, loudly.
config({ jitless: true });

dropOldKept();
dropStrayClicks(document);
reloadAfterUpgrade(hasUnsavedChanges);

const root = document.getElementById("root");
if (!root) throw new Error("the shell document has no #root");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <TooltipProvider>
          <RouterProvider router={createRouter()} />
        </TooltipProvider>
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
);

// The message that the server has gone can't be fetched from it. Where this fails, the first message tries again.
import("./ui/toaster").catch(() => undefined);
