/** Setup of every test file. */
import { vi } from "vitest";

// Messages aren't drawn: the code for it could load when the page of its test is gone.
vi.mock("@/ui/toaster", () => ({ draw: () => () => undefined }));
