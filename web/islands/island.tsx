import { type ComponentType, type DetailedHTMLProps, type HTMLAttributes, memo, type ReactNode } from 'react';
import { usePageData } from '../storefront/layout/page-data.ts';
import { toAttribute } from './attribute.ts';
import type { IslandName } from './registry.ts';

type ElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'haat-island': ElementProps & { 'data-name': IslandName; 'data-props'?: string; wanted?: string };
      'haat-static': ElementProps;
    }
  }
}

/**
 * An interactive part of a public page (decision 61). The server renders `component`; the browser loads its code and
 * hydrates it at the first sign that the visitor uses it, or at once if it is `eager`. `props` must be JSON, `name` an
 * entry of the registry. `children` are never interactive: they stay as the server has rendered them.
 * In applications this is the component itself.
 */
export function Island<Props extends object>({
  name,
  component: Component,
  props,
  eager = false,
  children,
}: {
  name: IslandName;
  component: ComponentType<Props>;
  props: Props;
  eager?: boolean;
  children?: ReactNode;
}) {
  if (!usePageData().hasIslands) return <Component {...props}>{children}</Component>;
  return (
    <haat-island
      data-name={name}
      data-props={Object.keys(props).length > 0 ? toAttribute(props) : undefined}
      wanted={eager ? '' : undefined}
    >
      <Component {...props}>{children && <haat-static>{children}</haat-static>}</Component>
    </haat-island>
  );
}

/**
 * In the browser, the place of an island's children, which are these nodes. React leaves them as they are. If an island
 * differs from what the server has rendered, because the browser has translated it, React creates a new element instead.
 */
export const StaticChildren = memo(({ nodes }: { nodes: Node[] }) => (
  <haat-static
    ref={(element) => {
      if (!element?.hasChildNodes()) element?.append(...nodes);
    }}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React keeps the server's HTML instead
    dangerouslySetInnerHTML={{ __html: '' }}
  />
));
