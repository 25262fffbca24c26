import { Check, Plus, Share2, SlidersHorizontal } from 'lucide-react';

/** Icons that a page may repeat; their shapes are in the page once. */
const icons = { added: Check, plus: Plus, share: Share2, options: SlidersHorizontal };

/** An icon of the sprite, which the page must contain. */
export function SpriteIcon({ name, className = '' }: { name: keyof typeof icons; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}

/** The shapes of the icons. */
export function Sprite() {
  return (
    <svg className="hidden" aria-hidden="true">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol key={name} id={name} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}
