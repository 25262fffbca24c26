import type { SiteInfo } from '../../../shared/contract/content.ts';

/** Their icons are in `components.css`. */
const networks = ['facebook', 'instagram', 'twitter', 'pinterest'] as const;

/** The networks that the shop is on, as round icon links. */
export function SocialLinks({ links }: { links: SiteInfo['socialLinks'] }) {
  const present = networks.filter((network) => links[network].startsWith('https://'));
  if (present.length === 0) return null;
  return (
    <ul className="mt-5 flex gap-2">
      {present.map((network) => (
        <li key={network}>
          <a
            href={links[network]}
            target="_blank"
            rel="noopener noreferrer"
            className={`social-link ${network}`}
          >
            <span className="sr-only">{network[0]?.toUpperCase() + network.slice(1)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
