import { useTranslation } from 'react-i18next';
import { formatCount, formatPercent } from '@/components/format';
import './charts.css';

export interface Bin {
  /** Percent, from here to ten more. */
  readonly from: number;
  readonly count: number;
}

/** Above it a figure, below it the names. */
const PLOT_PX = 108;

/**
 * Scores in steps of ten: how many attempts reached which. `passFrom`: what lies from here on is coloured as passed. Ten
 * bars need no chart package, which would measure its words when the rows below are to be drawn.
 */
export function Histogram({ title, bins, passFrom }: { title: string; bins: readonly Bin[]; passFrom: number | null }) {
  const { t, i18n } = useTranslation();
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const passed = passFrom === null ? 0 : Math.floor(passFrom / 10) * 10;
  const nameOf = ({ from }: Bin) => (from === 90 ? '90–100' : `${from}–${from + 9}`);
  const endsOf = ({ from }: Bin) => ({
    from: formatPercent(from, i18n.language),
    to: formatPercent(from === 90 ? 100 : from + 9, i18n.language),
  });
  const summary = bins
    .map((bin) => t('reports.charts.bin', { ...endsOf(bin), amount: formatCount(bin.count, i18n.language) }))
    .join(t('kit.joint'));
  return (
    <section className="rep-chart">
      <h2>
        {title}{' '}
        {passFrom !== null && (
          <small>{t('reports.charts.pass_mark', { mark: formatPercent(passFrom, i18n.language) })}</small>
        )}
      </h2>
      <div role="img" aria-label={summary} className="sg-number rep-histogram sg-stack sg-tiny">
        {bins.map((bin) => (
          <div key={bin.from} data-passed={bin.from >= passed} aria-hidden="true">
            <b>{bin.count > 0 && formatCount(bin.count, i18n.language)}</b>
            <i style={{ blockSize: Math.round((bin.count / most) * PLOT_PX) }} />
            {/* "0–9" is read from the left everywhere. */}
            <bdi dir="ltr">{nameOf(bin)}</bdi>
          </div>
        ))}
      </div>
    </section>
  );
}
