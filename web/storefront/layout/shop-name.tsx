/** The name of the shop, as a link to its home page: on one line, smaller if it is long, with an ellipsis if it is longer. */
export function ShopName({ name }: { name: string }) {
  const size = name.length > 18 ? 'text-2xl' : 'text-[1.9rem] lg:text-[2.3rem]';
  return (
    <a
      href="/"
      title={name}
      className={`block truncate font-serif leading-snug font-semibold tracking-tight text-press ${size}`}
    >
      {name}
    </a>
  );
}
