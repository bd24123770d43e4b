import { useTranslation } from 'react-i18next';
import { formatCount, formatPercent } from '@/components/format';
import './charts.css';

export interface Bin {
  /** Percent; the bin covers ten. */
  readonly from: number;
  readonly count: number;
}

/** Height of the highest bar. */
const PLOT_PX = 108;

/**
 * Distribution of scores in steps of ten. Bins from `passFrom` on are coloured as passed. Drawn without a chart
 * library, which would measure texts while the table below renders.
 */
export function Histogram({ title, bins, passFrom }: { title: string; bins: readonly Bin[]; passFrom: number | null }) {
  const { t, i18n } = useTranslation();
  const maxCount = Math.max(1, ...bins.map(({ count }) => count));
  const passThreshold = passFrom === null ? 0 : Math.floor(passFrom / 10) * 10;
  const nameOf = ({ from }: Bin) => (from === 90 ? '90–100' : `${from}–${from + 9}`);
  const rangeOf = ({ from }: Bin) => ({
    from: formatPercent(from, i18n.language),
    to: formatPercent(from === 90 ? 100 : from + 9, i18n.language),
  });
  const summary = bins
    .map((bin) => t('reports.charts.bin', { ...rangeOf(bin), amount: formatCount(bin.count, i18n.language) }))
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
          <div key={bin.from} data-passed={bin.from >= passThreshold} aria-hidden="true">
            <b>{bin.count > 0 && formatCount(bin.count, i18n.language)}</b>
            <i style={{ blockSize: Math.round((bin.count / maxCount) * PLOT_PX) }} />
            {/* "0–9" keeps its order in right-to-left languages. */}
            <bdi dir="ltr">{nameOf(bin)}</bdi>
          </div>
        ))}
      </div>
    </section>
  );
}
