import { createContext } from 'react';

/** Which sections of the page that is rendered have failed, and which one is being rendered. */
export type SectionFailures = { failed: Set<string>; current: string | null };

/** Null in the browser. The server renders a page again without the section that has failed. */
export const SectionFailuresContext = createContext<SectionFailures | null>(null);
