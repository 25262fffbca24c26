/** The last banner, with the shop's name and tagline; its block rotates by a quarter turn every four seconds. */
export function PromoBanner({ name, tagline }: { name: string; tagline: string }) {
  return (
    <section aria-labelledby="promo" className="shell section-space">
      <div className="relative isolate overflow-hidden rounded-lg bg-night px-6 py-12 text-center text-on-night sm:px-10 lg:py-20">
        <div className="buti-field absolute inset-0 -z-10 text-on-night opacity-[0.045]" aria-hidden="true" />
        <div className="buti turn-each-4s mx-auto mb-6 size-16 text-turmeric" aria-hidden="true" />
        <h2 id="promo" className="mx-auto max-w-xl text-3xl">
          {name}
        </h2>
        {tagline && <p className="mx-auto mt-4 max-w-md text-lg text-on-night-soft">{tagline}</p>}
        <a
          href="/products"
          className="mt-8 inline-flex min-h-13 items-center rounded-full bg-turmeric px-8 font-semibold text-[#221c17] transition-colors hover:bg-on-night focus-visible:outline-on-night"
        >
          Start Shopping
        </a>
      </div>
    </section>
  );
}
