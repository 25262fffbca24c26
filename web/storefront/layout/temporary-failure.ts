export type Failure = { kind: 'missing' | 'offline' | 'busy' | 'broken'; title: string; text: string };

export const offline: Failure = {
  kind: 'offline',
  title: 'No connection',
  text: 'The page could not be loaded. Check your network and try again.',
};

export const busy: Failure = {
  kind: 'busy',
  title: 'The shop is busy',
  text: 'The page could not be loaded. Please try again in a moment.',
};
