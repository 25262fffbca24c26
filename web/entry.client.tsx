import { startPage } from './islands/page.ts';

// Public pages have no data of React Router; only their islands are hydrated (decision 61).
if ('__reactRouterContext' in window) import('./application.tsx');
else startPage();
