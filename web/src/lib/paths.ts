/**
 * Every address this site links to from code. Addresses of editable links come with the content. They are modules
 * rather than objects, so that a page's script has those it uses and no others.
 */
export * as paths from "./site-paths";
