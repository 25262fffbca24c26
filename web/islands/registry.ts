/** The code of each island, which is loaded when the island is used. */
export const islands = {
  add: () => import('../storefront/products/cards/card-add-button.tsx').then((file) => file.CardAddButton),
  'add-all': () =>
    import('../storefront/products/product-page/add-all-button.tsx').then((file) => file.AddAllButton),
  ask: () => import('../storefront/reviews/ask-form.tsx').then((file) => file.AskForm),
  cart: () => import('../storefront/layout/cart-button.tsx').then((file) => file.Cart),
  contact: () => import('../storefront/info/contact-form.tsx').then((file) => file.ContactForm),
  embed: () => import('../sections/embed.tsx').then((file) => file.Embed),
  'filter-drawer': () =>
    import('../storefront/products/listing/filter-drawer.tsx').then((file) => file.FilterDrawer),
  'filter-panel': () =>
    import('../storefront/products/listing/filter-panel.tsx').then((file) => file.FilterPanel),
  menu: () => import('../storefront/layout/menu/mobile-menu.tsx').then((file) => file.MobileMenu),
  opening: () => import('../storefront/opening/opening-forms.tsx').then((file) => file.OpeningForms),
  product: () =>
    import('../storefront/products/product-page/product-view.tsx').then((file) => file.ProductView),
  retry: () => import('../storefront/layout/retry.tsx').then((file) => file.Retry),
  review: () => import('../storefront/reviews/review-actions.tsx').then((file) => file.ReviewActions),
  search: () => import('../storefront/layout/search-box.tsx').then((file) => file.SearchBox),
  sort: () => import('../storefront/products/listing/sort-select.tsx').then((file) => file.SortSelect),
  strip: () =>
    import('../storefront/products/product-page/scrolling-strip.tsx').then((file) => file.ScrollingStrip),
  toaster: () => import('../ui/toast.tsx').then((file) => file.Toaster),
  user: () => import('../storefront/account/user-menu.tsx').then((file) => file.UserMenu),
};

export type IslandName = keyof typeof islands;
