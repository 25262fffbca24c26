import { type ComponentProps, createElement } from 'react';

/**
 * Renders an icon of Lucide from its shapes. It takes the place of Lucide's own component, which writes ten attributes
 * into each icon of a page; here they are in the class `line-icon` (decision 61).
 */
export default function LineIcon({
  icon,
  className = '',
  ...rest
}: ComponentProps<'svg'> & { icon: { node: [tag: string, attributes: Record<string, string>][] } }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" {...rest} className={`line-icon ${className}`.trim()}>
      {icon.node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  );
}
