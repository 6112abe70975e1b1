/**
 * All addresses that code links to. Addresses of editable links come with the content. Each table is a module, not an object,
 * so that a page's script includes only the addresses that it uses.
 */
export * as paths from "./site-paths";
export * as panelPaths from "./panel-paths";
