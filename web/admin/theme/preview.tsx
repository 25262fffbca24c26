import { useQuery } from '@tanstack/react-query';
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Theme } from '../../../shared/theme/theme.ts';
import { useChange } from '../../ui/use-change.ts';
import { read } from '../parts/data.ts';
import { iconButtonClass } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { type Scheme, showTheme } from './frame.ts';
import { useSampleProduct } from './looks.tsx';

const widths = { phone: 390, desk: 1280 };

/** The real shop in a frame, with the theme as it is being edited. `saved` is the draft that the server has. */
export function Preview({ theme, saved }: { theme: Theme; saved: Theme }) {
  const link = useQuery({ ...read('POST /design/link'), staleTime: 3_600_000 });
  const product = useSampleProduct();
  const [width, setWidth] = useState<keyof typeof widths>(() =>
    matchMedia('(width >= 80rem)').matches ? 'desk' : 'phone',
  );
  const [scheme, setScheme] = useState<Scheme>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const [path, setPath] = useState('/');
  return (
    <section id="preview" aria-label="Preview" className="min-w-0 xl:sticky xl:top-4">
      <div className="mb-2 flex flex-wrap items-center gap-1">
        <select
          aria-label="Page in the preview"
          value={path}
          onChange={({ target }) => setPath(target.value)}
          className="office-input mr-auto"
        >
          <option value="/">Home page</option>
          <option value="/products">Products</option>
          {product && <option value={`/products/${product.slug}`}>A product</option>}
          <option value="/cart">Cart</option>
        </select>
        <Toggle
          label="Width"
          value={width}
          onChange={setWidth}
          options={[
            ['phone', 'Phone', Smartphone],
            ['desk', 'Computer', Monitor],
          ]}
        />
        <Toggle
          label="Scheme"
          value={scheme}
          onChange={setScheme}
          options={[
            ['light', 'Light', Sun],
            ['dark', 'Dark', Moon],
          ]}
        />
      </div>
      <Loaded
        query={link}
        failed="The preview could not be loaded. Please try again."
        loading={<div className="skeleton h-[70dvh]" />}
      >
        {({ token }) => (
          <Frame
            path={path}
            token={token}
            width={widths[width]}
            scheme={scheme}
            theme={theme}
            saved={saved}
          />
        )}
      </Loaded>
    </section>
  );
}

function Toggle<Value extends string>(props: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly (readonly [value: Value, label: string, Icon: typeof Sun])[];
}) {
  const { label, value, onChange, options } = props;
  return (
    <fieldset className="flex">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, name, Icon]) => (
        <button
          key={option}
          type="button"
          aria-label={name}
          title={name}
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={`${iconButtonClass} aria-pressed:bg-press-tint aria-pressed:text-press`}
        >
          <Icon className="size-4" />
        </button>
      ))}
    </fieldset>
  );
}

type FrameProps = {
  path: string;
  token: string;
  width: number;
  scheme: Scheme;
  theme: Theme;
  saved: Theme;
};

function Frame({ path, token, width, scheme, theme, saved }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [room, box] = useSize();
  const show = () => frame.current && showTheme(frame.current, theme, scheme);
  useLayoutEffect(() => void show());
  // What these change is markup, which the server renders.
  useChange([saved.header, saved.motif, saved.fonts].join(), () =>
    frame.current?.contentWindow?.location.reload(),
  );
  const scale = Math.min(1, room.width / width);
  return (
    <div
      ref={box}
      className="relative h-[70dvh] overflow-hidden rounded-md bg-paper-deep ring-1 ring-line xl:h-[calc(100dvh-9.5rem)]"
    >
      {room.width > 0 && (
        <iframe
          ref={frame}
          title="Preview of the shop"
          src={`${path}?draft=${token}`}
          onLoad={() => {
            if (frame.current) keepDraft(frame.current, token);
            show();
          }}
          className="absolute top-0 origin-top-left bg-paper"
          style={{
            width,
            height: room.height / scale,
            left: Math.max(0, (room.width - width * scale) / 2),
            transform: `scale(${scale})`,
          }}
        />
      )}
    </div>
  );
}

/** Links in the frame lead to other pages of the draft; what would leave the shop or send something does nothing. */
function keepDraft({ contentDocument, contentWindow }: HTMLIFrameElement, token: string) {
  contentDocument?.addEventListener(
    'click',
    (event) => {
      if (!contentWindow || !(event.target instanceof contentWindow.window.Element)) return;
      const link = event.target.closest('a');
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      const url = new URL(link.href, location.origin);
      if (url.origin !== location.origin || /^\/(admin|api)\b/.test(url.pathname)) return;
      url.searchParams.set('draft', token);
      contentWindow.location.assign(url.href);
    },
    true,
  );
  contentDocument?.addEventListener('submit', (event) => event.preventDefault(), true);
}

/** The size of an element, as it changes. */
function useSize() {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [size, element] as const;
}
