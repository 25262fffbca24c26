import { Badge } from './badge.tsx';

/** Marks a test order wherever it stands; nothing beside a real one. */
export const TestBadge = ({ order }: { order: { is_test: boolean } }) =>
  order.is_test && <Badge tone="warning">Test</Badge>;
