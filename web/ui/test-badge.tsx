import { Badge } from './badge.tsx';

/** Marks a test order; empty for a real one. */
export const TestBadge = ({ order }: { order: { is_test: boolean } }) =>
  order.is_test && <Badge tone="warning">Test</Badge>;
