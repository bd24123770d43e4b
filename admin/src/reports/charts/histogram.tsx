import { useTranslation } from 'react-i18next';
import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatPercent } from '@/kit/format';
import '../reports.css';

export interface Bin {
  /** Percent, from here to ten more. */
  readonly from: number;
  readonly count: number;
}

/** Scores in steps of ten: how many attempts reached which. `passFrom`: what lies from here on is coloured as passed. */
export function Histogram({ title, bins, passFrom }: { title: string; bins: readonly Bin[]; passFrom: number | null }) {
  const { t, i18n } = useTranslation();
  const named = bins.map((bin) => ({
    ...bin,
    name: bin.from === 90 ? '90–100' : `${bin.from}–${bin.from + 9}`,
    text: bin.count === 0 ? '' : String(bin.count),
  }));
  const said = named.map(({ name, count }) => t('reports.charts.bin', { name, count })).join(', ');
  return (
    <section className="rep-chart">
      <h2>
        {title}{' '}
        {passFrom !== null && (
          <small>{t('reports.charts.pass_mark', { mark: formatPercent(passFrom, i18n.language) })}</small>
        )}
      </h2>
      <div role="img" aria-label={said} className="rep-recharts" dir="ltr">
        <ResponsiveContainer width="100%" height={160}>
          <BarChart
            data={named}
            margin={{ top: 20, right: 0, bottom: 0, left: 0 }}
            barCategoryGap="12%"
            accessibilityLayer={false}
          >
            <XAxis
              dataKey="name"
              reversed={i18n.dir() === 'rtl'}
              interval="preserveStartEnd"
              tickLine={false}
              axisLine={{ stroke: 'var(--sg-line-strong)' }}
              tick={{ fill: 'var(--sg-text-soft)', fontSize: 12 }}
            />
            <YAxis hide />
            <Bar dataKey="count" isAnimationActive={false} radius={[3, 3, 0, 0]}>
              {named.map(({ from }) => (
                <Cell
                  key={from}
                  fill={
                    passFrom !== null && from < Math.floor(passFrom / 10) * 10
                      ? 'var(--sg-line-strong)'
                      : 'var(--sg-primary)'
                  }
                />
              ))}
              <LabelList dataKey="text" position="top" fill="var(--sg-text)" fontSize={12} fontWeight={600} />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
    </section>
  );
}
