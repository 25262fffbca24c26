/** The pages of the navigation bar and the mobile menu, in the words of spec §2.3. */
export const pages = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'All Products' },
  { to: '/cart', label: 'Cart' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
];
