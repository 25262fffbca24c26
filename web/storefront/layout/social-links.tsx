import type { SiteInfo } from '../../../shared/contract/content.ts';

type Network = keyof SiteInfo['socialLinks'];

/** The path of each network's icon. */
const icons: [network: Network, path: string][] = [
  [
    'facebook',
    'M14 8.5h2.5V5H14c-2.8 0-4.5 1.8-4.5 4.6V11H7v3.5h2.5V21H13v-6.5h2.7l.6-3.5H13V9.6c0-.7.3-1.1 1-1.1z',
  ],
  [
    'instagram',
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17 6a1.1 1.1 0 1 1 0 2.2A1.1 1.1 0 0 1 17 6z',
  ],
  [
    'twitter',
    'M3.5 4h5l4.1 5.7L17.5 4H20l-6.3 7.3L20.7 20h-5l-4.4-6.1L6 20H3.5l6.7-7.7zm3.3 1.8L16.6 18.2h1.1L8 5.8z',
  ],
  [
    'pinterest',
    'M12 2.5a9.5 9.5 0 0 0-3.5 18.3c-.1-.8-.1-2 .1-2.8l1.2-5s-.3-.6-.3-1.5c0-1.4.8-2.5 1.9-2.5.9 0 1.3.7 1.3 1.5 0 .9-.6 2.2-.9 3.5-.2 1 .5 1.9 1.6 1.9 1.9 0 3.3-2 3.3-4.9 0-2.5-1.8-4.3-4.4-4.3a4.6 4.6 0 0 0-4.8 4.6c0 .9.3 1.9.8 2.4.1.1.1.2.1.3l-.3 1.2c0 .2-.2.2-.4.1-1.3-.6-2.1-2.5-2.1-4 0-3.3 2.4-6.3 6.9-6.3 3.6 0 6.4 2.6 6.4 6 0 3.6-2.3 6.5-5.4 6.5-1.1 0-2.1-.6-2.4-1.2l-.7 2.5c-.2.9-.9 2-1.3 2.7A9.5 9.5 0 1 0 12 2.5z',
  ],
];

/** The networks that the shop is on, as round icon links. */
export function SocialLinks({ links }: { links: SiteInfo['socialLinks'] }) {
  const present = icons.filter(([network]) => links[network].startsWith('https://'));
  if (present.length === 0) return null;
  return (
    <ul className="mt-5 flex gap-2">
      {present.map(([network, path]) => (
        <li key={network}>
          <a href={links[network]} target="_blank" rel="noopener noreferrer" className="social-link">
            <svg viewBox="0 0 24 24" fill="currentColor" className="size-5" aria-hidden="true">
              <path d={path} />
            </svg>
            <span className="sr-only">{network[0]?.toUpperCase() + network.slice(1)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
