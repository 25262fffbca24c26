import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { SalesDay } from '../../../shared/contract/reports.ts';
import { compactRupees, shortRupees } from '../../../shared/money.ts';
import { shortDay } from './section.tsx';

const tick = { fill: 'var(--ink-soft)', fontSize: 12 };

/** The chart of the sales. Its library is loaded with it. Arrow keys go from day to day. */
export default function SalesChart({ days }: { days: SalesDay[] }) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={days}
        margin={{ top: 8, right: 6, bottom: 0, left: 0 }}
        aria-label="Sales by day; the arrow keys go from day to day"
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          minTickGap={36}
          height={28}
        />
        <YAxis width={52} tickFormatter={compactRupees} tick={tick} tickLine={false} axisLine={false} />
        <Tooltip
          content={({ active, label }) => {
            const day = days.find((shown) => shown.day === label);
            return active && day ? <DayCard {...day} /> : null;
          }}
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
        />
        <Line
          dataKey="before"
          type="monotone"
          stroke="var(--line-strong)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
        <Area
          dataKey="amount"
          type="monotone"
          stroke="var(--press)"
          strokeWidth={2}
          fill="var(--press)"
          fillOpacity={0.1}
          activeDot={{ r: 4, fill: 'var(--press)', stroke: 'var(--paper)' }}
          isAnimationActive={!still}
          animationDuration={240}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function DayCard({ day, amount, before }: SalesDay) {
  return (
    <div className="rounded-md bg-card px-3 py-2 text-xs shadow-float ring-1 ring-line">
      <p className="text-ink-soft">{shortDay(day)}</p>
      <p className="figures text-sm font-semibold">{shortRupees(amount)}</p>
      <p className="figures text-ink-soft">30 days before: {shortRupees(before)}</p>
    </div>
  );
}
