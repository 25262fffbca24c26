import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';

export type LinkProps = ComponentProps<'a'> & { href: string };

/** Renders links. The back office replaces it, because its pages are one application; those of the shop are documents. */
export const LinkRenderer = createContext((props: LinkProps): ReactNode => <a {...props} />);

/** A link to another page. */
export function Link(props: LinkProps) {
  return useContext(LinkRenderer)(props);
}
