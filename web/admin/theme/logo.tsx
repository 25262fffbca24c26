import { PictureField } from '../parts/form/picture-field.tsx';
import { partHeading, type ThemeProps } from './choices.tsx';

/** The logo that stands in place of the name, for light and for dark ground. */
export function Logo({ theme: { logo }, onChange }: ThemeProps) {
  return (
    <section aria-label="Logo">
      <h2 className={partHeading}>Logo</h2>
      <p className="mb-4 text-ink-soft">
        PNG, WebP, JPEG or SVG with a transparent ground. Without a logo, the name of the shop is shown.
      </p>
      <div className="grid gap-4">
        <PictureField
          label="On light ground"
          kind="logo"
          path={logo.light}
          alt="Logo on light ground"
          onChange={(light) => onChange({ logo: { ...logo, light } })}
        />
        <PictureField
          label="On dark ground"
          kind="logo"
          path={logo.dark}
          alt="Logo on dark ground"
          onChange={(dark) => onChange({ logo: { ...logo, dark } })}
        />
      </div>
    </section>
  );
}
