import type { Shape } from '../kinds.ts';

const looks: Record<Shape[0], string> = {
  text: 'fill-line-strong',
  heading: 'fill-ink',
  picture: 'fill-turmeric-tint stroke-turmeric',
  button: 'fill-press',
  dark: 'fill-night',
  round: 'fill-turmeric-tint stroke-turmeric',
};

/** The drawing of a kind of section. */
export function Drawing({ shapes, className }: { shapes: readonly Shape[]; className: string }) {
  const onDark = shapes.find(([form]) => form === 'dark');
  return (
    <svg viewBox="0 0 96 60" aria-hidden="true" className={`bg-paper ${className}`}>
      {shapes.map(([form, x, y, width, height]) => {
        const isOnDark = onDark && form !== 'dark' && form !== 'picture' && y < onDark[2] + onDark[4];
        return (
          <rect
            key={`${x}-${y}`}
            x={x}
            y={y}
            width={width}
            height={height}
            rx={form === 'round' ? Math.min(width, height) / 2 : form === 'button' ? height / 2 : 1}
            strokeWidth={0.75}
            className={isOnDark ? (form === 'button' ? 'fill-turmeric' : 'fill-on-night') : looks[form]}
          />
        );
      })}
    </svg>
  );
}
