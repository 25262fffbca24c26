/** The pages of the navigation bar and the mobile menu, in the words of the spec (§2). */
export const pages = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'All Products' },
  { to: '/cart', label: 'Cart' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
];
