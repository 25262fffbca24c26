import { createContext, type ReactElement } from 'react';

/** Returns the HTML of an element, which is rendered once for each object that it shows and each `variant`. */
type KeepHtml = (shown: object, variant: string, element: ReactElement) => string;

/** Provided by the server only, for parts of public pages that are the same on many of them (decision 61). */
export const KeptHtmlContext = createContext<KeepHtml | undefined>(undefined);
